"""Published iteration times of four cards as closed forms, with how well each fits and where it is from.
It refuses to know prices and memory."""

from dataclasses import dataclass

from labs.replay.cost import LinearCost, from_ms

AIC = (
    "AIConfigurator kernel tables, least squares; norms, activation, sampling and CPU time are not in them, "
    "so real steps are 10-20 % longer"
)
SIM = "LLMServingSim layer profile of an eager run, least squares; covers every layer"


@dataclass(frozen=True)
class Card:
    """A card with Llama-3.1-8B in bf16 on it: its cost, errors of the fit in percent (mean, max), and the source."""

    name: str
    label: str
    cost: LinearCost
    decode_error: tuple[float, float]
    prefill_error: float
    engine: str
    source: str

    @property
    def accuracy(self) -> str:
        """The errors in one sentence for the screen."""
        mean, largest = self.decode_error
        return (
            f"Fit to {self.label} with {self.engine}: decode steps within {mean} % on average and {largest} % at most, "
            f"prefill within {self.prefill_error} % on average. {self.source}."
        )


CARDS = (
    Card(
        "a100",
        "A100-SXM 80 GB",
        from_ms(("10.74", "0.0235", "8.155e-5"), ("5.21", "0.0509", "1.61e-6")),
        (2.5, 10.3),
        0.3,
        "vLLM 0.14",
        AIC,
    ),
    Card(
        "h100",
        "H100-SXM 80 GB",
        from_ms(("6.08", "0.0093", "4.243e-5"), ("3.26", "0.0149", "9.03e-7")),
        (3.0, 8.4),
        2.9,
        "vLLM 0.24",
        AIC,
    ),
    Card(
        "rtx4090",
        "RTX 4090 24 GB",
        from_ms(("17.04", "0.0422", "1.394e-4"), ("2.97", "0.0874", "2.66e-6")),
        (1.2, 4.0),
        0.1,
        "vLLM 0.19",
        SIM,
    ),
    Card(
        "rtxpro6000",
        "RTX PRO 6000 96 GB",
        from_ms(("11.19", "0.0207", "8.714e-5"), ("6.45", "0.0327", "2.27e-6")),
        (1.1, 3.2),
        0.1,
        "vLLM 0.19",
        SIM,
    ),
)


def card(name: str) -> Card:
    """The named card; KeyError that names all of them."""
    for each in CARDS:
        if each.name == name:
            return each
    raise KeyError(f"no card {name!r}; there are {', '.join(each.name for each in CARDS)}")

"""The lab that every peer shows, as plain values: 24 GB, 10 % kept free, 3.2 GB fixed, 0.34 GB a sample.
It refuses to know any framework."""

from dataclasses import dataclass

SAMPLES = 16
BLOCKS = 5
USABLE_GB = 24 * 0.9
FIXED_GB = 3.2
SAMPLE_GB = 0.34


@dataclass(frozen=True)
class Ledger:
    """What a microbatch of so many samples takes: four numbers and a row for each block, in GB."""

    samples: int

    @property
    def numbers(self) -> dict[str, str]:
        """Total, usable, headroom and the most samples that fit."""
        total = FIXED_GB + SAMPLE_GB * self.samples
        fits = int((USABLE_GB - FIXED_GB) / SAMPLE_GB)
        return {"Total": f"{total:.2f} GB", "Usable": f"{USABLE_GB:.2f} GB",
                "Headroom": f"{USABLE_GB - total:.2f} GB", "Fits": f"{fits} samples"}  # fmt: skip

    @property
    def heights(self) -> list[float]:
        """GB after each block, the marks of the chart."""
        return [SAMPLE_GB * self.samples * block / BLOCKS for block in range(1, BLOCKS + 1)]

    @property
    def columns(self) -> dict[str, list[str]]:
        """The table: block and GB as text."""
        names = [f"Block {block}" for block in range(1, BLOCKS + 1)]
        return {"Item": names, "GB": [f"{height:.2f}" for height in self.heights]}

    @property
    def chart(self) -> "object":
        """The same as a Plotly bar chart."""
        import plotly.graph_objects as go

        return go.Figure(go.Bar(x=self.columns["Item"], y=self.heights), layout={"height": 320, "width": 560})

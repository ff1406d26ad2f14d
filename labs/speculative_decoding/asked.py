"""What the settings ask the decoding room for: the run, the record that has it, or why it cannot run here.
It refuses to run anything. The pair is named here alone."""

from collections.abc import Mapping
from ctypes.util import find_library
from dataclasses import replace
from importlib.util import find_spec
from typing import Any, Final

from labs.checkpoints import RegisteredPair, Registry, check_libraries, pair_of
from labs.decoding import INSTALL, CannotRun, Engine, RunSettings, recorded
from labs.lab import Files
from labs.params import BadParams, FieldError
from labs.speculative_decoding.settings import ADAPTIVE, ANY, COMPARE, CUDA, LIVE, SHORT, TORCH, PairParams
from labs.telling import TooMuchAtOnce

ENGINES: Final[Mapping[str, Engine]] = {TORCH: Engine("torch"), CUDA: Engine("torch", "cuda")}
# A record is of these as they are when nothing is said.
USUAL: Final = ("prompts", "seed", "take")
# What a comparison writes for each prompt, as the recorded benchmark did.
WRITES: Final = 96
GROUPS_COMPARED: Final = tuple(SHORT)
GROUP_SECONDS: Final = 12.0
ASKED: Final = ("group", "draft", "gamma", "temperature", "seed", "max_new", "prompt")
# BCP 47: the language of a group's prompt and of what the pair writes after it; zxx where it is none, or a mixture.
LANGUAGES: Final[Mapping[str, tuple[str, str]]] = {
    "english": ("en", "en"),
    "code": ("zxx", "zxx"),
    "rare": ("zu", "zu"),
    "unseen": ("fi", "zxx"),
    "repetitive": ("zxx", "zxx"),
}
UNKNOWN: Final = ("und", "und")
# What a refusal of the decoding room may be about, in its words.
REFUSED: Final = ("prompt",)


def run_settings(params: PairParams, files: Files | None = None) -> RunSettings:
    """The run that a watched run is; a pair of one's own is looked up in `files`. CannotRun, as it is said there."""
    shipped = RunSettings(
        group=params.watched,
        draft=params.draft,
        gamma=length(params.gamma),
        temperature=float(params.temperature),
        seed=params.seed,
        max_new=params.max_new,
        prompt=params.prompt or "",
        engine=ENGINES.get(params.device, Engine()),
    )
    if params.pair is None:
        return shipped
    target, draft = pair_names(params.pair)
    engine = Engine("torch") if params.device == ANY else shipped.engine
    return replace(shipped, draft=draft, engine=engine, pair=_registered(target, draft, files))


def pair_names(text: str) -> tuple[str, str]:
    """Target and draft of `target+draft`; a target alone is drafted for by lookup."""
    target, _, draft = (each.strip() for each in text.partition("+"))
    return target, draft or "lookup"


def _registered(target: str, draft: str, files: Files | None) -> RegisteredPair:
    if files is None:
        raise CannotRun("Models of your own are known where runs are done, not here.")
    return pair_of(Registry(files.data), target, draft)


def compared(params: PairParams, group: str) -> RunSettings:
    """The settings of a group of a comparison; where the length is to be found, gamma is still 4."""
    return RunSettings(
        group=group,
        draft=params.draft,
        gamma=length(params.length) if params.length in (ADAPTIVE,) or params.length.isdecimal() else 4,
        temperature=float(params.temperature),
        seed=params.seed,
        max_new=WRITES,
        engine=ENGINES.get(params.device, Engine()),
    )


def length(text: str) -> int | str:
    """Drafts a round as the decoding room takes them."""
    return text if text == ADAPTIVE else int(text)


def recorded_run(params: PairParams) -> dict[str, Any] | None:
    """The shipped run of these settings, where one may be shown."""
    if params.device != ANY or params.pair is not None or params.take > 1:
        return None
    wanted = run_settings(params).as_dict()
    for run in recorded("runs")["runs"]:
        if all(run["settings"][name] == wanted[name] for name in ASKED):
            found: dict[str, Any] = run
            return found
    return None


def recorded_rows(params: PairParams) -> dict[str, dict[str, Any]] | None:
    """The benchmark's rows of these settings, a group each, where they may be shown."""
    usual = type(params)()
    if params.device != ANY or any(getattr(params, name) != getattr(usual, name) for name in USUAL):
        return None
    is_best = params.length not in (ADAPTIVE,) and not params.length.isdecimal()
    gamma = None if is_best else length(params.length)
    found = {
        row["group"]: row
        for row in recorded()["speeds"]
        if (row["chosen_on"] is not None) == is_best
        and (is_best or row["gamma"] == gamma)
        and (row["draft"], row["temperature"]) == (params.draft, float(params.temperature))
    }
    return {group: found[group] for group in GROUPS_COMPARED} if len(found) == len(GROUPS_COMPARED) else None


def refuse_what_is_not_here(params: PairParams) -> None:
    """BadParams beside the field where the engine is not installed, with the one command that installs it."""
    if params.view == LIVE and params.pair is not None:
        try:
            check_libraries(pair_names(params.pair)[0], [])
        except CannotRun as problem:
            raise cannot(problem, params) from problem
    if params.device in ENGINES and find_spec("torch") is None:
        sentence = f"PyTorch is not installed here. Install it with: {INSTALL}. Or choose numpy, or the recorded run."
        raise BadParams([FieldError("device", sentence)])
    # Asked of the driver: torch, which knows it better, is not loaded in the server.
    if params.device == CUDA and find_library("cuda") is None:
        raise BadParams(
            [
                FieldError(
                    "device", "No CUDA device is here. Choose numpy, PyTorch on the processor, or the recorded run."
                )
            ]
        )


def cannot(problem: CannotRun, params: PairParams) -> BadParams:
    """A refusal of the decoding room, beside the field that it is about."""
    usual = "device" if params.view == COMPARE or params.pair is None else "pair"
    about = next((name for name in REFUSED if name in str(problem)), usual)
    return BadParams([FieldError(about, str(problem))])


def left_apart(params: PairParams) -> TooMuchAtOnce | None:
    """A model has to run, which a page never does. BadParams where it could not."""
    try:
        return _left_apart(params)
    except CannotRun as problem:
        raise cannot(problem, params) from problem


def _left_apart(params: PairParams) -> TooMuchAtOnce | None:
    if params.view in (LIVE, COMPARE) and params.pair is None:
        compared(params, params.watched)
    if params.view == LIVE and recorded_run(params) is None:
        refuse_what_is_not_here(params)
        says = "The models have to write this; no record of it is shown."
        return TooMuchAtOnce([FieldError("device", f"{says} Run it apart, then this address answers.")], 1.0, says)
    if params.view == COMPARE and recorded_rows(params) is None:
        refuse_what_is_not_here(params)
        seconds = GROUP_SECONDS * len(GROUPS_COMPARED) * params.prompts / 24
        sentence = (
            "A comparison of many prompts takes longer than a page waits. Run it apart, then this address answers."
        )
        return TooMuchAtOnce([FieldError("device", sentence)], seconds)
    return None

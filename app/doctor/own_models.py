"""Models that the user registered, and whether each can run on this machine now.
It refuses to load any; only headers are read."""

from app.config import Settings
from app.doctor.line import Line


def own_models(settings: Settings) -> Line:
    from labs.checkpoints import Registry, state_of
    from labs.decoding import CannotRun

    name = "Models"
    try:
        found = Registry(settings.data).all()
    except (CannotRun, OSError) as problem:
        return Line(name, "note", str(problem), "The pair that ships runs without it.")
    if not found:
        return Line(name, "ok", "None of your own is registered.")
    states = {each.name: state_of(each) for each in found.values()}
    says = " ".join(f"{each} {said}" for each, (_, said) in states.items())
    if all(can for can, _ in states.values()):
        return Line(name, "ok", says)
    return Line(name, "note", says, "Mend what is said, or forget a model: servelab models remove NAME.")

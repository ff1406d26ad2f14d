"""One real address, and for changes one real form, of each route of the application.
It refuses to judge answers; a route without an entry fails in test_every_route.py."""

from dataclasses import dataclass, field
from types import MappingProxyType

from flask import Flask

READING = "GET"


@dataclass(frozen=True)
class Entry:
    """How one endpoint is asked: `made` fills the address, `form` is what its page sends. A personal page shows what
    one learner did; an own one is so only of whoever asks, as a file of one's answers is."""

    method: str = READING
    made: dict[str, str] = field(default_factory=dict)
    query: str = ""
    form: dict[str, str] = field(default_factory=dict)
    is_personal: bool = False

    @property
    def is_change(self) -> bool:
        return self.method != READING


LESSON = {"lesson": "every-block"}
SCREEN = LESSON | {"screen": "check"}
LAB = {"slug": "gpu-memory-ledger"}
NO_JOB = {"id": "0" * 32}
IMAGE = {"file": "card.000000000000.svg"}

ENTRIES = MappingProxyType(
    {
        "home": Entry(is_personal=True),
        "healthz": Entry(),
        "favicon": Entry(),
        "static_file": Entry(made={"file": "nothing.js"}),
        "image": Entry(made=IMAGE),
        "labs": Entry(),
        "lab": Entry(made=LAB, query="microbatch=16"),
        "lab_json": Entry(made=LAB, query="microbatch=16"),
        "lab_figures": Entry(made=LAB, query="microbatch=16"),
        "lab_schema": Entry(made=LAB),
        "lab_csv": Entry(made=LAB | {"table": "blocks"}, query="microbatch=16"),
        "lab_files": Entry("POST", made=LAB, form={"settings": "mode=serving", "config": "{}"}),
        "lab_files_again": Entry(made=LAB),
        "begin_run": Entry("POST", made=LAB, form={"settings": "microbatch=16"}),
        "begin_run_again": Entry(made=LAB),
        "job": Entry(made=NO_JOB, is_personal=True),
        "job_events": Entry(made=NO_JOB, is_personal=True),
        "job_events_json": Entry(made=NO_JOB, is_personal=True),
        "cancel_job": Entry("POST", made=NO_JOB, is_personal=True),
        "reference": Entry(query="topic=hardware"),
        "glossary": Entry(),
        "accessibility": Entry(),
        "lessons": Entry(is_personal=True),
        "lesson": Entry(made=LESSON, is_personal=True),
        "screen": Entry(made=SCREEN, is_personal=True),
        "lesson_csv": Entry(made=SCREEN | {"table": "nothing"}, is_personal=True),
        "evidence": Entry(made=LESSON, query="again=yes", is_personal=True),
        "evidence_markdown": Entry(made=LESSON, is_personal=True),
        "evidence_json": Entry(made=LESSON, is_personal=True),
        "keep_evidence": Entry("POST", made=LESSON, form={"piece": "2"}, is_personal=True),
        "item": Entry(
            "POST", made={"id": "own-words"}, form={"words": "They are mine.", "do": "commit"}, is_personal=True
        ),
        "shape": Entry(made={"id": "grow"}, query="grow.at=54", is_personal=True),
        "keep": Entry(is_personal=True),
        "give": Entry("POST", is_personal=True),
        "resume": Entry(),
        "come_back": Entry("POST", form={"code": "one two three four five"}),
        "data": Entry(is_personal=True),
        "download": Entry(is_personal=True),
        "confirm": Entry(made={"way": "erase"}, is_personal=True),
        "be_rid": Entry("POST", made={"way": "erase"}, form={"sure": "yes"}, is_personal=True),
        "work": Entry(is_personal=True),
        "ranges": Entry(is_personal=True),
        "ranges_csv": Entry(is_personal=True),
        "review": Entry(is_personal=True),
        "switch_review": Entry("POST", form={"reviews": "off"}, is_personal=True),
        "review_item": Entry(made={"id": "bytes"}, query="lesson=second", is_personal=True),
        "review_answer": Entry("POST", made={"id": "bytes"}, form={"value": "60060"}, is_personal=True),
    }
)


def address_of(app: Flask, endpoint: str, made: dict[str, str] | None = None) -> str:
    """The address of an entry, or of the same route made with other parts."""
    entry = ENTRIES[endpoint]
    with app.test_request_context():
        path = app.url_for(endpoint, **(entry.made if made is None else made))
    return f"{path}?{entry.query}" if entry.query else path


CHANGES = sorted(name for name, entry in ENTRIES.items() if entry.is_change)
READS = sorted(name for name, entry in ENTRIES.items() if not entry.is_change)

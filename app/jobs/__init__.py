"""The door of long runs: the table as the truth, huey as the carrier, one worker process.
It refuses to know pages; a run is a lab and its settings here."""

from app.jobs.asking import active_of, ask, asked_by, find_job, forget_asker, latest_job, leave, place_of, result_text
from app.jobs.database import JOBS_FILE, JobStore, open_jobs
from app.jobs.events import LAST, all_events, events_after, interruption_of, last_number, parts_of
from app.jobs.transport import NoQueue, Sender
from app.jobs.values import MOST_QUEUED, Job, JobEvent, OneAtATime, QueueFull, State, TooManyFromHere, Wish, wish_for

__all__ = [
    "JOBS_FILE",
    "LAST",
    "MOST_QUEUED",
    "Job",
    "JobEvent",
    "JobStore",
    "NoQueue",
    "OneAtATime",
    "QueueFull",
    "Sender",
    "State",
    "TooManyFromHere",
    "Wish",
    "active_of",
    "all_events",
    "ask",
    "asked_by",
    "events_after",
    "find_job",
    "forget_asker",
    "interruption_of",
    "last_number",
    "latest_job",
    "leave",
    "open_jobs",
    "parts_of",
    "place_of",
    "result_text",
    "wish_for",
]

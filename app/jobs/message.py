"""A message of the queue is the id of a run in 32 hexadecimal digits and nothing else.
It refuses pickle, huey's own form: whoever reaches the broker could run code on the worker with it."""

import re
import secrets
from typing import Any

from huey.registry import Message
from huey.serializer import Serializer

ID = re.compile(rb"[0-9a-f]{32}")
TASK_NAME = "app.jobs.worker.run"


class IdOnly(Serializer):  # type: ignore[misc]
    """huey's message to bytes and back."""

    def _serialize(self, data: Any) -> bytes:
        job_id: str = data.args[0]
        return job_id.encode("ascii")

    def _deserialize(self, data: bytes) -> Any:
        """ValueError for anything that is no id."""
        if not ID.fullmatch(bytes(data)):
            raise ValueError("The queue holds something that is no id of a run; it is left out.")
        return Message(
            id=secrets.token_hex(16), name=TASK_NAME, retries=0, retry_delay=0, args=(bytes(data).decode(),), kwargs={}
        )

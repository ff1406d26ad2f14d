"""Static batching without padding: as static, but each prompt costs its own length.
It refuses to differ from static in anything else."""

from labs.replay.policies.static import plan
from labs.replay.policy import Policy

STATIC_UNPADDED = Policy("static-unpadded", "static batches whose prompts are not padded", plan, holds=True)

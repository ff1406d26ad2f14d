"""The policies by name, in the order they are told.
It refuses to know how any of them decides."""

from labs.replay.policies.chunked import CHUNKED
from labs.replay.policies.continuous import CONTINUOUS
from labs.replay.policies.spf import SPF
from labs.replay.policies.static import STATIC
from labs.replay.policies.static_unpadded import STATIC_UNPADDED
from labs.replay.policy import Policy

POLICIES = {each.name: each for each in (STATIC, STATIC_UNPADDED, CONTINUOUS, SPF, CHUNKED)}


def find_policy(name: str) -> Policy:
    """The named policy; KeyError that names all of them."""
    if name not in POLICIES:
        raise KeyError(f"no policy {name!r}; there are {', '.join(POLICIES)}")
    return POLICIES[name]

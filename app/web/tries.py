"""Counts tries of each address in a window of time, in memory: a restart begins anew, and it forgets the oldest
addresses when there are too many. It refuses to know what is tried."""

import ipaddress
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from threading import Lock

MAX_ADDRESSES = 10_000
# One customer's network; whoever has one IPv6 address has all of these.
IPV6_PREFIX = 64


class Tries:
    """At most `most` tries in any `seconds` for each address. The clock must never go back."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._lock = Lock()
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def may(self, address: str | None) -> bool:
        """Whether this address may try now; a yes counts as a try."""
        name = network(address or "")
        now = self._clock()
        with self._lock:
            times = self._times.setdefault(name, deque())
            self._times.move_to_end(name)
            while times and times[0] <= now - self._seconds:
                times.popleft()
            if len(times) >= self._most:
                return False
            times.append(now)
            if len(self._times) > MAX_ADDRESSES:
                self._times.popitem(last=False)
            return True

    def give_back(self, address: str | None) -> None:
        """The last try of this address did not count after all."""
        with self._lock:
            times = self._times.get(network(address or ""))
            if times:
                times.pop()


def network(address: str) -> str:
    """The address itself, or the network of an IPv6 one; text that is no address stands for itself."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        return str(found.ipv4_mapped or ipaddress.ip_network((int(found), IPV6_PREFIX), strict=False))
    return str(found)

"""What one address may have of something that all share: runs that wait, bytes of given files.
In memory, so a restart begins anew; it refuses to know what is shared and who a learner is."""

from collections import OrderedDict
from collections.abc import Callable, Set
from threading import Lock

from app.web.tries import MAX_ADDRESSES, network


class Holdings:
    """At most `most` things at a time for each address, each known by an id until it has ended."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._lock = Lock()
        self._held: OrderedDict[str, set[str]] = OrderedDict()

    def has_room(self, address: str, going_on: Callable[[Set[str]], Set[str]]) -> bool:
        """Whether the address may have one more; `going_on` gives those of the ids that have not ended."""
        with self._lock:
            held = frozenset(self._held.get(network(address), ()))
        # Asked outside of the lock, because it reads a database.
        ended = held - going_on(held) if len(held) >= self.most else frozenset()
        with self._lock:
            left = self._held.get(network(address), set())
            left -= ended
            return len(left) < self.most

    def add(self, address: str, id: str) -> None:
        """One more of this address. The addresses that came longest ago are forgotten."""
        with self._lock:
            self._held.setdefault(network(address), set()).add(id)
            self._held.move_to_end(network(address))
            if len(self._held) > MAX_ADDRESSES:
                self._held.popitem(last=False)


class Amounts:
    """How much each address has brought; at most `most` of it."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._lock = Lock()
        self._brought: OrderedDict[str, int] = OrderedDict()

    def take(self, address: str, amount: int) -> bool:
        """Whether the address may bring so much more; a yes counts it."""
        with self._lock:
            after = self._brought.get(network(address), 0) + amount
            if after > self.most:
                return False
            self._brought[network(address)] = after
            self._brought.move_to_end(network(address))
            if len(self._brought) > MAX_ADDRESSES:
                self._brought.popitem(last=False)
            return True

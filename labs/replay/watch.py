"""The stop condition of a run: a rolling p99 of the time to first token, and the one change of policy it makes.
It refuses to know what the policies do."""

from bisect import bisect_left, insort
from collections import deque

from labs.replay.bounds import Fallback
from labs.replay.policy import Policy
from labs.replay.server import Server

P99 = 99


class Watch:
    """Looks at each step boundary; `switched` is the tick of the change, None while there was none.

    `group` is the place of the group that is watched among those of the workload, None to watch everybody.
    """

    def __init__(self, fallback: Fallback, policy: Policy, group: int | None = None) -> None:
        self.fallback, self.policy, self.group = fallback, policy, group
        self.switched: int | None = None
        self._latest: deque[int] = deque()
        self._ordered: list[int] = []

    def look(self, server: Server) -> None:
        """Take in the completions of this boundary, in order of request, and change the policy if the stop fires."""
        if self.switched is not None:
            return
        watched = [each for each in sorted(server.completions) if self.group in (None, server.group[each])]
        for index in watched:
            self._take(server.columns.first[index] - server.arrival[index])
        if watched and self._fires():
            self.switched = server.now
            server.follow(self.policy)

    def _take(self, ttft: int) -> None:
        self._latest.append(ttft)
        insort(self._ordered, ttft)
        if len(self._latest) > self.fallback.window:
            oldest = self._latest.popleft()
            del self._ordered[bisect_left(self._ordered, oldest)]

    def _fires(self) -> bool:
        """Whether a full window has its p99 above the limit, by linear interpolation in whole numbers."""
        ordered = self._ordered
        if len(ordered) < self.fallback.window:
            return False
        low, part = divmod(P99 * (len(ordered) - 1), 100)
        value = ordered[low] * 100
        if part:
            value += (ordered[low + 1] - ordered[low]) * part
        return value > self.fallback.ttft_limit * 100

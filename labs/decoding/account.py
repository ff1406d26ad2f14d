"""The account of a run: what rounds gave and took, acceptance by position, and the speed-up that these predict.
It refuses to know models and text. Denominators are said, because programs differ in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from labs.decoding.clock import ClockName, Spent
from labs.decoding.decoder import Plain, Turn


def seconds(spent: Spent, clock: ClockName) -> float:
    """One of the two clocks."""
    return spent.wall_s if clock == "wall" else spent.cpu_s


@dataclass
class Tally:
    """Sums over the rounds and plain steps of one run or many. `whole` and `plain_whole` are the seconds of decoding
    after the prompt as seen from outside, the loop included."""

    rounds: int = 0
    drafted: int = 0
    accepted: int = 0
    emitted: int = 0
    offered: list[int] = field(default_factory=list)
    reached: list[int] = field(default_factory=list)
    stood: list[int] = field(default_factory=list)
    draft: Spent = field(default_factory=Spent)
    verify: Spent = field(default_factory=Spent)
    whole: Spent = field(default_factory=Spent)
    plain_tokens: int = 0
    plain: Spent = field(default_factory=Spent)
    plain_whole: Spent = field(default_factory=Spent)

    def add_turn(self, turn: Turn) -> None:
        """Count a turn; `whole` is left to whoever times from outside."""
        self.draft, self.verify = self.draft + turn.draft, self.verify + turn.verify
        for done in turn.rounds:
            self.rounds += 1
            self.drafted += len(done.drafted)
            self.accepted += done.accepted
            self.emitted += len(done.emitted)
            for place, each in enumerate(done.drafted):
                if place == len(self.offered):
                    for counts in (self.offered, self.reached, self.stood):
                        counts.append(0)
                self.offered[place] += 1
                self.reached[place] += each.stood is not None
                self.stood[place] += bool(each.stood)

    def add_plain(self, plain: Plain) -> None:
        """Count a plain step; `plain_whole` is left to whoever times from outside."""
        self.plain_tokens += len(plain.tokens)
        self.plain = self.plain + plain.step

    def merge(self, other: Tally) -> None:
        """Add another tally to this one."""
        for name in ("rounds", "drafted", "accepted", "emitted", "plain_tokens", "draft", "verify", "whole", "plain",
                     "plain_whole"):  # fmt: skip
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("offered", "reached", "stood"):
            pairs = zip_longest(getattr(self, name), getattr(other, name), fillvalue=0)
            setattr(self, name, [ours + theirs for ours, theirs in pairs])

    def account(self, clock: ClockName) -> Account:
        """The figures, times by this clock."""
        return Account(self, clock)


def _share(part: float, whole: float) -> float | None:
    return part / whole if whole else None


@dataclass(frozen=True)
class Account:
    """Figures of a tally; None where nothing was counted. Times are in plain steps unless the name says ms."""

    tally: Tally
    clock: ClockName

    @property
    def acceptance(self) -> float | None:
        """Accepted over all drafted tokens."""
        return _share(self.tally.accepted, self.tally.drafted)

    @property
    def by_position(self) -> list[float]:
        """Share accepted of the drafts judged at places 1, 2, ...: each given that all before it were accepted."""
        pairs = zip(self.tally.stood, self.tally.reached, strict=True)
        return [stood / reached for stood, reached in pairs if reached]

    @property
    def checked(self) -> list[int]:
        """Drafts judged at places 1, 2, ..., as far as any was."""
        return [reached for reached in self.tally.reached if reached]

    @property
    def tau(self) -> float | None:
        """Tokens a target call, the target's own included."""
        return _share(self.tally.emitted, self.tally.rounds)

    @property
    def efficiency(self) -> float | None:
        """Tokens over places that were verified, a round's drafts and one more."""
        return _share(self.tally.emitted, self.tally.drafted + self.tally.rounds)

    @property
    def step_ms(self) -> float | None:
        """A plain step."""
        return _ms(_share(seconds(self.tally.plain, self.clock), self.tally.plain_tokens))

    @property
    def draft_ms(self) -> float | None:
        """Drafting one token."""
        return _ms(_share(seconds(self.tally.draft, self.clock), self.tally.drafted))

    @property
    def round_draft_ms(self) -> float | None:
        """Drafting in a round."""
        return _ms(_share(seconds(self.tally.draft, self.clock), self.tally.rounds))

    @property
    def round_verify_ms(self) -> float | None:
        """Verifying in a round, with the verdict."""
        return _ms(_share(seconds(self.tally.verify, self.clock), self.tally.rounds))

    @property
    def c(self) -> float | None:
        """A drafted token."""
        return _over(self.draft_ms, self.step_ms)

    @property
    def v(self) -> float | None:
        """A verification."""
        return _over(self.round_verify_ms, self.step_ms)

    @property
    def expected_tokens(self) -> float:
        """Tokens of a round by acceptance at each place: 1 + a1 + a1 a2 + ..., each term times the share of rounds
        that drafted so far. `spec_expected_tokens_positional` where every round drafts gamma tokens."""
        tokens = stands = 1.0
        for share, offered in zip(self.by_position, self.tally.offered, strict=False):
            stands *= share
            tokens += stands * offered / self.tally.rounds
        return tokens

    @property
    def predicted(self) -> float | None:
        """tau / (v + gamma c): expected tokens over the price of a round, gamma c being the whole of its drafting."""
        v, drafting = self.v, _over(self.round_draft_ms, self.step_ms)
        return None if v is None or drafting is None else self.expected_tokens / (v + drafting)

    @property
    def measured(self) -> float | None:
        """Plain seconds a token over speculative seconds a token, as seen from outside."""
        plain = _share(seconds(self.tally.plain_whole, self.clock), self.tally.plain_tokens)
        return _over(plain, _share(seconds(self.tally.whole, self.clock), self.tally.emitted))

    @property
    def plain_rate(self) -> float | None:
        """Tokens a second, plain."""
        return _share(self.tally.plain_tokens, seconds(self.tally.plain_whole, self.clock))

    @property
    def rate(self) -> float | None:
        """Tokens a second, with drafts."""
        return _share(self.tally.emitted, seconds(self.tally.whole, self.clock))


def _ms(value: float | None) -> float | None:
    return None if value is None else 1000 * value


def _over(part: float | None, whole: float | None) -> float | None:
    return None if part is None or not whole else part / whole


def figures(account: Account) -> dict[str, float | None]:
    """The figures by name, as JSON and tables carry them."""
    names: Sequence[str] = (
        "acceptance", "tau", "efficiency", "step_ms", "draft_ms", "round_draft_ms", "round_verify_ms", "c", "v",
        "predicted", "measured", "plain_rate", "rate",
    )  # fmt: skip
    return {name: getattr(account, name) for name in names}

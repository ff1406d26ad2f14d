"""Decoding: a target alone, token by token, or a target that verifies what a drafter proposes, round by round.
It refuses to know text, pages and which library a model runs in. A caller that stops asking stops the computing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from labs.decoding.clock import Clock, Spent
from labs.decoding.drafters import Drafter, Proposal
from labs.decoding.gamma import Gamma
from labs.decoding.models import Logits, Model, Session, padded
from labs.decoding.requests import Request, Row
from labs.decoding.rule import Kind, Verdict, judge
from labs.decoding.sampling import distribution, draw


@dataclass(frozen=True)
class Judged:
    """A drafted token: its probability under target and draft, the uniform number it was judged by; `stood` is None
    for a token behind the first refusal, which was not judged, and behind the end of the text."""

    token: int
    p: float
    q: float
    uniform: float
    stood: bool | None


@dataclass(frozen=True)
class Round:
    """What a round did to one row. `emitted` are the accepted drafts and the extra token, cut at the end of the text;
    `extra` is None where the cut leaves it out."""

    row: int
    drafted: tuple[Judged, ...]
    accepted: int
    extra: int | None
    kind: Kind
    emitted: tuple[int, ...]
    ending: str | None

    @property
    def reached(self) -> int:
        """Drafts that were judged and count."""
        return sum(each.stood is not None for each in self.drafted)


@dataclass(frozen=True)
class Turn:
    """One round over the batch: a Round for each row that was open, and the seconds of drafting and verifying."""

    rounds: tuple[Round, ...]
    draft: Spent
    verify: Spent


@dataclass(frozen=True)
class Plain:
    """One plain step: (row, token, ending) for each row that was open, and its seconds."""

    tokens: tuple[tuple[int, int, str | None], ...]
    step: Spent


def open_rows(target: Model, requests: Sequence[Request]) -> tuple[list[Row], Session]:
    """Rows with their prompts read into the target's cache, but for the last token of each."""
    rows = [Row(request, target.context) for request in requests]
    session = target.open(len(rows))
    tokens, counts = padded([row.tokens[:-1] for row in rows])
    if tokens.size:
        session.read(tokens, counts)
    return rows, session


def plainly(target: Model, requests: Sequence[Request]) -> Iterator[Plain]:
    """Plain decoding with the same caches, sampling and clocks: what speculation is measured against."""
    rows, session = open_rows(target, requests)
    while any(row.is_open for row in rows):
        clock = Clock()
        tokens, counts = padded([row.tokens[-1:] if row.is_open else [] for row in rows])
        logits = session.feed(tokens, counts)
        added: list[tuple[int, int, str | None]] = []
        for place, row in enumerate(rows):
            if row.is_open:
                law = distribution(logits[place, 0], row.request.sampling)
                (token,) = row.take([draw(law, row.streams.extra.random())])
                added.append((place, token, row.ending))
        yield Plain(tuple(added), clock.lap())


def speculate(
    target: Model, drafter: Drafter, requests: Sequence[Request], gamma: Gamma, lenience: float = 1.0
) -> Iterator[Turn]:
    """Rounds until every row has ended: draft, verify all drafts in one forward of the target, judge, roll back.

    Exact at lenience 1: each row's tokens have the law of plain decoding, whatever the drafter and gamma."""
    rows, session = open_rows(target, requests)
    drafting, choosers = drafter.start(target, len(rows)), [gamma.start() for _ in rows]
    drafting.begin(rows)
    while any(row.is_open for row in rows):
        clock = Clock()
        most = [
            min(chooser.next(), row.most_drafts) if row.is_open else 0
            for row, chooser in zip(rows, choosers, strict=True)
        ]
        proposals = drafting.propose(rows, most)
        draft = clock.lap()
        logits = _verify(session, rows, proposals)
        rounds = []
        for place, (row, proposal) in enumerate(zip(rows, proposals, strict=True)):
            if row.is_open:
                done = _judge(place, row, proposal, logits[place], lenience)
                choosers[place].learn(done.reached, done.accepted)
                session.crop(place, len(row.tokens) - 1)
                rounds.append(done)
        drafting.keep(rows)
        yield Turn(tuple(rounds), draft, clock.lap())


def _verify(session: Session, rows: Sequence[Row], proposals: Sequence[Proposal]) -> Logits:
    """Logits [rows, k + 1, vocabulary] after the last token and after each draft."""
    fed = [
        [row.tokens[-1], *proposal.tokens] if row.is_open else [] for row, proposal in zip(rows, proposals, strict=True)
    ]
    return session.feed(*padded(fed))


def _judge(place: int, row: Row, proposal: Proposal, logits: Logits, lenience: float) -> Round:
    drafted = proposal.tokens
    laws = distribution(logits[: len(drafted) + 1], row.request.sampling)
    uniforms = row.streams.accept.random(len(drafted)).tolist()
    verdict = judge(laws, proposal.probs, drafted, uniforms, row.streams.extra.random(), lenience)
    p = [float(law[token]) for law, token in zip(laws, drafted, strict=False)]
    q = [float(law[token]) for law, token in zip(proposal.probs, drafted, strict=True)]
    return told(place, row, drafted, verdict, p, q, uniforms)


def told(
    place: int,
    row: Row,
    drafted: Sequence[int],
    verdict: Verdict,
    p: Sequence[float],
    q: Sequence[float],
    uniforms: Sequence[float],
) -> Round:
    """Give the row its tokens and tell the round; what lies behind the end of the text does not count."""
    emitted = row.take([*drafted[: verdict.accepted], verdict.extra])
    has_extra = len(emitted) > verdict.accepted
    accepted = min(verdict.accepted, len(emitted))
    refused = has_extra and accepted < len(drafted)
    stood = [True] * accepted + [False] * refused + [None] * (len(drafted) - accepted - refused)
    judged = tuple(map(Judged, drafted, p, q, uniforms, stood))
    return Round(place, judged, accepted, verdict.extra if has_extra else None, verdict.kind, emitted, row.ending)

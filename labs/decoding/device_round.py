"""A round wholly where the models lie: draft steps, verification and verdict, with one wait at its end.
Not yet run on a GPU by us: there it would be two captured CUDA graphs; the same calls are tested on the CPU."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import torch

from labs.decoding.clock import Clock, Spent
from labs.decoding.decoder import Plain, Round, Turn, told
from labs.decoding.models import check_pair, padded
from labs.decoding.requests import Request, Row
from labs.decoding.rule import Kind, Verdict
from labs.decoding.torch_models import Slots, TorchModel
from labs.decoding.torch_sampling import Wishes, draw, law

WARM_UPS = 3


class DeviceRound:
    """Static buffers for rows x gamma drafts; `propose` and `verify` read and write only these.

    length [rows] counts the tokens of the text, last [rows, 2] are its newest two: the draft is always fed both, since
    feeding a token again at its own place changes nothing and after full acceptance both are needed. most [rows] are
    the drafts that may count, uniforms [rows, 2 gamma + 1] the numbers for drafting, accepting and the extra token."""

    def __init__(self, target: TorchModel, draft: TorchModel, wishes: Wishes, gamma: int, lenience: float) -> None:
        rows, device = len(wishes.temperature), wishes.temperature.device
        self.target, self.draft = (Slots(model.net, rows, gamma + 2) for model in (target, draft))
        self.wishes, self.gamma, self.lenience, self.vocabulary = wishes, gamma, lenience, target.vocabulary
        self.last = torch.zeros((rows, 2), dtype=torch.int64, device=device)
        self.length = torch.ones(rows, dtype=torch.int64, device=device)
        self.most = torch.zeros(rows, dtype=torch.int64, device=device)
        self.uniforms = torch.zeros((rows, 2 * gamma + 1), dtype=torch.float64, device=device)
        self.drafted = torch.zeros((rows, gamma), dtype=torch.int64, device=device)
        self.laws = torch.zeros((rows, gamma, self.vocabulary), dtype=torch.float64, device=device)
        # Per row: accepted, extra, then the drafts, then their p, then their q; one copy brings all to the host.
        self.outcome = torch.zeros((rows, 2 + 3 * gamma), dtype=torch.float64, device=device)

    @torch.no_grad()
    def propose(self) -> None:
        """Draft gamma tokens, whatever counts of them; nothing at gamma 0."""
        if self.gamma == 0:
            return
        before = torch.where(self.length >= 2, self.length - 2, self.draft.slots - 1)
        logits = self.draft.forward(self.last, torch.stack((before, self.length - 1), dim=1))[:, -1:]
        for step in range(self.gamma):
            self.laws[:, step] = law(logits[..., : self.vocabulary], self.wishes)[:, 0]
            self.drafted[:, step] = draw(self.laws[:, step], self.uniforms[:, step])
            if step + 1 < self.gamma:
                logits = self.draft.forward(self.drafted[:, step : step + 1], (self.length + step)[:, None])

    @torch.no_grad()
    def verify(self) -> None:
        """One forward of the target over all drafts, then the rule of labs/decoding/rule.py for all rows at once."""
        gamma = self.gamma
        places = torch.arange(gamma + 1, device=self.length.device)
        fed = torch.cat((self.last[:, 1:], self.drafted), dim=1)
        logits = self.target.forward(fed, (self.length - 1)[:, None] + places)
        wanted = law(logits[..., : self.vocabulary], self.wishes)
        if gamma == 0:
            self.outcome[:, 1] = draw(wanted[:, 0], self.uniforms[:, -1]).double()
            return
        p = wanted[:, :gamma].gather(2, self.drafted[..., None])[..., 0]
        q = self.laws.gather(2, self.drafted[..., None])[..., 0]
        passes = self.uniforms[:, gamma : 2 * gamma] * q * self.lenience < p
        counts = places[None, :gamma] < self.most[:, None]
        accepted = (passes & counts).long().cumprod(1).sum(1)
        at = accepted[:, None, None].expand(-1, 1, self.vocabulary)
        behind = wanted.gather(1, at)[:, 0]
        spare = (behind - self.laws.gather(1, at.clamp(max=gamma - 1))[:, 0]).clamp(min=0)
        is_residual = (accepted < self.most) & (spare.sum(-1) > 0)
        extra = draw(torch.where(is_residual[:, None], spare, behind), self.uniforms[:, -1])
        head = torch.stack((accepted, extra), dim=1).double()
        self.outcome.copy_(torch.cat((head, self.drafted.double(), p, q), dim=1))


def captured(call: Callable[[], None], device: torch.device) -> Callable[[], None]:
    """The call as a CUDA graph to replay; the call itself on the CPU."""
    if device.type != "cuda":
        return call
    stream = torch.cuda.Stream()  # type: ignore[no-untyped-call]
    with torch.cuda.stream(stream):
        for _ in range(WARM_UPS):
            call()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        call()
    replay: Callable[[], None] = graph.replay
    return replay


def speculate_on_device(
    target: TorchModel, draft: TorchModel, requests: Sequence[Request], gamma: int, lenience: float = 1.0
) -> Iterator[Turn]:
    """As `speculate` with a network as draft and a fixed gamma, the same tokens for the same seeds."""
    check_pair(target, draft)
    rows = [Row(request, min(target.context, draft.context)) for request in requests]
    device = target.net.head.weight.device
    work = DeviceRound(target, draft, Wishes.of([row.request.sampling for row in rows], device), gamma, lenience)
    propose, verify = (captured(part, device) for part in (work.propose, work.verify))
    _read_prompts(work, rows)
    while any(row.is_open for row in rows):
        clock = Clock()
        most = [min(gamma, row.most_drafts) if row.is_open else 0 for row in rows]
        uniforms = _fill(work, rows, most)
        begun = _mark(device)
        propose()
        drafted = _mark(device)
        verify()
        outcome = work.outcome.cpu().numpy()  # the one wait of the round
        rounds = tuple(
            _take(place, row, outcome[place], most[place], uniforms[place], gamma)
            for place, row in enumerate(rows)
            if row.is_open
        )
        drafting = _between(begun, drafted)
        yield Turn(rounds, drafting, clock.lap() - drafting)


def plainly_on_device(target: TorchModel, requests: Sequence[Request]) -> Iterator[Plain]:
    """Plain decoding by the same captured calls: a round without drafts."""
    for turn in speculate_on_device(target, target, requests, 0):
        tokens = tuple((done.row, done.emitted[0], done.ending) for done in turn.rounds)
        yield Plain(tokens, turn.draft + turn.verify)


def _mark(device: torch.device) -> torch.cuda.Event | Clock:
    """A moment of the device's own work: an event there, a clock here."""
    if device.type != "cuda":
        return Clock()
    event = torch.cuda.Event(enable_timing=True)  # type: ignore[no-untyped-call]
    event.record()
    return event


def _between(first: torch.cuda.Event | Clock, second: torch.cuda.Event | Clock) -> Spent:
    if isinstance(first, Clock) and isinstance(second, Clock):
        return second - first
    assert isinstance(first, torch.cuda.Event) and isinstance(second, torch.cuda.Event)
    return Spent(first.elapsed_time(second) / 1000, 0.0)


@torch.no_grad()
def _read_prompts(work: DeviceRound, rows: Sequence[Row]) -> None:
    tokens, counts = padded([row.tokens for row in rows])
    device = work.length.device
    places = torch.arange(tokens.shape[1], device=device)[None, :]
    for slots in (work.target, work.draft):
        positions = torch.where(places < torch.from_numpy(counts).to(device)[:, None], places, slots.slots - 1)
        slots.forward(torch.from_numpy(tokens).to(device), positions)


def _fill(work: DeviceRound, rows: Sequence[Row], most: Sequence[int]) -> list[list[float]]:
    """Write the buffers of a round; returns the numbers that each row's drafts are accepted by."""
    gamma = work.gamma
    uniforms = np.zeros((len(rows), 2 * gamma + 1))
    for place, (row, count) in enumerate(zip(rows, most, strict=True)):
        if row.is_open:
            uniforms[place, :count] = row.streams.draft.random(count)
            uniforms[place, gamma : gamma + count] = row.streams.accept.random(count)
            uniforms[place, -1] = row.streams.extra.random()
    work.uniforms.copy_(torch.from_numpy(uniforms))
    work.last.copy_(torch.tensor([[0, *row.tokens][-2:] for row in rows]))
    work.length.copy_(torch.tensor([len(row.tokens) for row in rows]))
    work.most.copy_(torch.tensor(most))
    accepting: list[list[float]] = uniforms[:, gamma : 2 * gamma].tolist()
    return accepting


def _take(
    place: int, row: Row, outcome: np.ndarray[tuple[int], np.dtype[np.float64]], count: int, uniforms: list[float],
    gamma: int
) -> Round:  # fmt: skip
    accepted, extra = int(outcome[0]), int(outcome[1])
    drafted = [int(each) for each in outcome[2 : 2 + count]]
    p, q = outcome[2 + gamma : 2 + gamma + count], outcome[2 + 2 * gamma : 2 + 2 * gamma + count]
    kind: Kind = "residual" if accepted < count else "bonus" if count else "target"
    return told(place, row, drafted, Verdict(accepted, extra, kind), p.tolist(), q.tolist(), uniforms[:count])

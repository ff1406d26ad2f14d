"""A replica served one step at a time, everything looked at anew at each step: slow, plain, obvious.
It refuses to import anything of the project, to jump and to keep sums."""

from tests.oracles.replay_case import Request, Settings


class Replica:
    def __init__(self, requests: list[Request], settings: Settings) -> None:
        self.requests, self.set = requests, settings
        self.policy = settings.policy
        self.scale = 1000 if settings.gamma else 1
        self.unit = settings.subticks * self.scale
        self.time = 0
        self.slots: list[Request] = []  # holds a slot, in service order
        self.iterations: list[tuple[int, int, list[tuple[int, int]], list[int]]] = []
        self.computed = 0
        self.switched: int | None = None
        self.ttfts: list[int] = []
        self.just_completed: list[Request] = []

    def drafts(self, request: Request) -> bool:
        return self.set.gamma > 0 and self.set.alpha[request.group] is not None

    def per_step(self, request: Request) -> int:
        """Thousandths of a token with drafting, else whole tokens."""
        if not self.drafts(request):
            return self.scale
        alpha = self.set.alpha[request.group]
        assert alpha is not None
        return round(1000 * sum(alpha**i for i in range(self.set.gamma + 1)))

    def verified(self, request: Request) -> int:
        return self.set.gamma + 1 if self.drafts(request) else 1

    def need(self, request: Request) -> int:
        return request.prompt + request.output + self.verified(request) - 1

    def blocks(self, request: Request) -> int:
        return (self.need(request) + self.set.block_size - 1) // self.set.block_size

    def fits(self, request: Request, beside: list[Request]) -> bool:
        tokens = self.need(request) + sum(self.need(other) for other in beside)
        blocks = self.blocks(request) + sum(self.blocks(other) for other in beside)
        return (
            len(beside) < self.set.max_active
            and (self.set.max_tokens is None or tokens <= self.set.max_tokens)
            and (self.set.blocks is None or blocks <= self.set.blocks)
        )

    def end(self, request: Request, outcome: str, tick: int) -> None:
        request.phase, request.outcome, request.ended = "ended", outcome, tick
        if request in self.slots and not self.policy.startswith("static"):
            self.slots.remove(request)
            request.released = self.time // self.unit

    def cause(self, request: Request, before: int) -> tuple[int, str] | None:
        """The first reason to leave that comes before a sub-tick."""
        reasons = []
        if request.cancel >= 0:
            reasons.append(((request.arrival + request.cancel) * self.unit, 0, "cancelled"))
        if request.patience >= 0 and request.phase in ("waiting", "prefill"):
            reasons.append(((request.arrival + request.patience) * self.unit, 1, "timed_out"))
        if self.set.queue_delay is not None and request.phase == "waiting":
            # That long a wait is allowed; the moment after it is not.
            reasons.append(((request.arrival + self.set.queue_delay) * self.unit + 1, 2, "shed"))
        reasons = [each for each in reasons if each[0] < before]
        if not reasons:
            return None
        when, _, outcome = min(reasons)
        return (request.arrival + (self.set.queue_delay or 0) if outcome == "shed" else when // self.unit), outcome

    def boundary(self) -> None:
        for request in self.requests:
            if request.phase == "future" and request.arrival * self.unit <= self.time:
                request.phase = "waiting"
                if not self.fits(request, []):
                    self.end(request, "refused", request.arrival)
        for request in self.requests:
            if request.phase in ("waiting", "prefill", "decode"):
                cause = self.cause(request, self.time + 1)
                if cause:
                    self.end(request, cause[1], cause[0])

    def free_batch(self) -> None:
        if self.policy.startswith("static") and all(request.phase == "ended" for request in self.slots):
            for request in self.slots:
                request.released = self.time // self.unit
            self.slots = []

    def check_fallback(self) -> None:
        if self.set.fallback is None or self.switched is not None or not self.just_completed:
            return
        policy, window, limit, group = self.set.fallback
        counted = [r for r in sorted(self.just_completed, key=lambda r: r.id) if group is None or r.group == group]
        self.just_completed = []
        if not counted:
            return
        self.ttfts += [r.first - r.arrival for r in counted]
        last = sorted(self.ttfts[-window:])
        if len(last) < window:
            return
        rank = 99 * (window - 1)  # in hundredths
        low = last[rank // 100]
        high = last[min(rank // 100 + 1, window - 1)]
        if 100 * low + (high - low) * (rank % 100) > 100 * limit:
            self.switched = self.time // self.unit
            self.policy = policy
            if not policy.startswith("static"):
                for request in [r for r in self.slots if r.phase == "ended"]:
                    self.slots.remove(request)
                    request.released = self.time // self.unit

    def queue(self) -> list[Request]:
        waiting = [request for request in self.requests if request.phase == "waiting"]
        if self.policy == "spf":
            return sorted(waiting, key=lambda r: (r.priority, r.prompt, r.arrival, r.id))
        return sorted(waiting, key=lambda r: (r.priority, r.arrival, r.id))

    def admit_head(self) -> Request | None:
        queue = self.queue()
        if not queue or not self.fits(queue[0], self.slots):
            return None
        queue[0].phase, queue[0].admitted = "prefill", self.time // self.unit
        self.slots.append(queue[0])
        return queue[0]

    def plan(self) -> list[tuple[Request, int]]:
        if self.policy == "chunked":
            return self.plan_chunked()
        if not self.policy.startswith("static") or not self.slots:
            while self.admit_head():
                pass
        return [(r, r.prompt - r.prefilled) for r in self.slots if r.phase == "prefill"]

    def plan_chunked(self) -> list[tuple[Request, int]]:
        left = self.set.token_budget - sum(self.verified(r) for r in self.slots if r.phase == "decode")
        chunks = []
        for request in [r for r in self.slots if r.phase == "prefill"]:
            if left > 0:
                take = min(left, request.prompt - request.prefilled)
                chunks.append((request, take))
                left -= take
        while left > 0 and (request := self.admit_head()):
            take = min(left, request.prompt)
            chunks.append((request, take))
            left -= take
        return chunks

    def duration(self, chunks: list[tuple[Request, int]], decoding: list[Request]) -> int:
        charged = [(take, take * (take + 2 * r.prefilled)) for r, take in chunks]
        if self.policy == "static" and chunks:
            charged = [(max(c for c, _ in charged), max(a for _, a in charged))] * len(charged)
        prompts, pairs = sum(c for c, _ in charged), sum(a for _, a in charged)
        extra = self.set.step_overhead
        if any(self.drafts(r) for r in decoding):
            extra += self.set.gamma * self.set.draft_step
        if self.set.fixed:
            token, step = self.set.fixed
            return ((step if decoding else 0) + token * prompts + extra) * self.unit
        assert self.set.linear is not None
        decode_fixed, decode_token, context_cost, prefill_fixed, prefill_token, pair = self.set.linear
        tokens = prompts + sum(self.verified(r) for r in decoding)
        lines = [decode_fixed + decode_token * tokens, prefill_fixed + prefill_token * tokens]
        dense = max(lines) if decoding else lines[1]
        context = sum(r.prompt * self.scale + r.steps * self.per_step(r) for r in decoding)
        return (dense + pair * pairs) * self.scale + context_cost * context + extra * self.unit

    def have(self, request: Request) -> int:
        return 1 + min(request.output - 1, request.steps * self.per_step(request) // self.scale)

    def step(self, chunks: list[tuple[Request, int]], decoding: list[Request]) -> bool:
        end = self.time + self.duration(chunks, decoding)
        if self.set.until is not None and end > self.set.until * self.unit:
            return False
        start, self.time = self.time // self.unit, end
        now = end // self.unit
        self.iterations.append((start, now, [(r.id, take) for r, take in chunks], [r.id for r in decoding]))
        for request, take in chunks:
            request.prefilled += take
            self.computed += take
        for request in decoding:
            request.steps += 1
            self.computed += self.verified(request)
        for request in list(self.slots):
            cause = self.cause(request, end) if request.phase != "ended" else None
            if cause:
                if request in decoding:
                    request.discarded = self.have(request) - len(request.tokens)
                elif request.phase == "prefill" and request.prefilled == request.prompt and request.output:
                    request.discarded = 1
                self.end(request, cause[1], cause[0])
        for request in decoding:
            if request.phase == "decode":
                request.tokens += [now] * (self.have(request) - len(request.tokens))
                self.finish_if_done(request, now)
        for request, _ in chunks:
            if request.phase == "prefill" and request.prefilled == request.prompt:
                request.phase, request.first = "decode", now
                request.tokens = [now] if request.output else []
                self.finish_if_done(request, now)
        return True

    def finish_if_done(self, request: Request, now: int) -> None:
        if len(request.tokens) == request.output:
            self.end(request, "completed", now)
            self.just_completed.append(request)

    def run(self) -> None:
        while True:
            self.boundary()
            self.free_batch()
            self.check_fallback()
            chunks = self.plan()
            decoding = [r for r in self.slots if r.phase == "decode"]
            if chunks and self.policy != "chunked":
                decoding = []
            if chunks or decoding:
                if not self.step(chunks, decoding):
                    break
                continue
            coming = [r.arrival for r in self.requests if r.phase == "future"]
            if not coming or (self.set.until is not None and min(coming) > self.set.until):
                break
            self.time = min(coming) * self.unit
        if self.set.until is not None:
            self.close(self.set.until)

    def close(self, until: int) -> None:
        if all(request.phase == "ended" for request in self.requests):
            return
        self.time = until * self.unit
        for request in self.requests:
            if request.phase == "future" and request.arrival > until:
                request.outcome = "not_offered"
        self.boundary()

"""The loop of a replay: arrivals, those who leave, the policy's plan, then one iteration or one jump.
It refuses to know any policy and any cost from inside."""

from math import inf

from labs.replay.bounds import TooLong
from labs.replay.columns import Tape
from labs.replay.leaving import account_open, expect, leave, next_leave
from labs.replay.meter import Meter
from labs.replay.outcomes import NOT_OFFERED
from labs.replay.policy import Chunk
from labs.replay.series import span, steps_to_reach
from labs.replay.server import GONE, Server
from labs.replay.watch import Watch

# A row of the tape, unrolled, must stay below what a signed 64-bit number holds.
WIDEST = 2**62
# A look of the meter costs as much as a tenth of an iteration.
TURNS_A_LOOK = 64
NO_CHUNKS: list[Chunk] = []


class Stuck(RuntimeError):
    """The policy serves nobody although someone waits."""


def run(server: Server, tape: Tape, watch: Watch | None, meter: Meter | None = None) -> None:
    """Serve the whole workload. At one instant: tokens and completions, arrivals, those who leave, admissions.

    The meter looks now and then, and ends a run by what it raises.
    """
    server.is_watched = watch is not None
    plan, going, turns = server.policy.plan, True, 0
    while going:
        if meter is not None and turns % TURNS_A_LOOK == 0:
            meter.look(server, tape)
        turns += 1
        if server.clock >= server.next_arrival:
            take_arrivals(server)
        if server.leaving:
            leave(server, server.clock + 1, stepped=False)
        if server.held and not server.decoding and not server.prefilling:
            server.release_held()
        if watch is not None:
            watch.look(server)
            server.completions.clear()
            plan = server.policy.plan
        chunks = plan(server)
        if chunks:
            going = iterate(server, tape, chunks)
        elif server.decoding:
            going = jump(server, tape)
        else:
            going = wait(server)
    if server.bounds.until is not None:
        stop(server, server.bounds.until)


def take_arrivals(server: Server) -> None:
    """Queue, or refuse, all who have arrived."""
    clock = server.clock
    while clock >= server.next_arrival:
        index = server.arrived
        server.arrived = index + 1
        server.next_arrival = server.arrival_of(index + 1)
        if server.can_ever_fit(index):
            server.enqueue(index)
            if server.can_leave:
                expect(server, index)
        else:
            server.refuse(index)


def wait(server: Server) -> bool:
    """Move an idle server to the next arrival; False when there is none."""
    stuck = server.prefilling[0] if server.prefilling else server.head()
    if stuck is not None:
        raise Stuck(
            f"policy {server.policy.name} serves nobody while request {stuck} needs "
            f"{server.blocks[stuck]} blocks and no request decodes"
        )
    if server.arrived == server.size:
        return False
    return advance(server, server.arrival[server.arrived] * server.subticks - server.clock)


def advance(server: Server, duration: int) -> bool:
    """Move the clock, unless that passes the time limit."""
    clock = server.clock + duration
    if clock > server.limit:
        return False
    server.clock = clock
    server.now = clock // server.subticks
    return True


def iterate(server: Server, tape: Tape, chunks: list[Chunk]) -> bool:
    """One iteration with prompt tokens; decodes take part where the policy mixes."""
    stepped = server.policy.mixes and server.decoding > 0
    tick, rest = server.now, server.clock - server.now * server.subticks
    duration, tokens = _mixed_duration(server, chunks, stepped)
    _check_width(duration)
    if not advance(server, duration):
        return False
    sequences, verified = (server.decoding, server.decode_tokens) if stepped else (0, 0)
    tape.write((tick, rest, int(stepped), duration, 0, sequences, verified, tokens), chunks)
    server.busy += duration
    server.computed += tokens + verified
    if stepped:
        server.step += 1
        server.context += server.growth
    finished = _compute(server, chunks)
    if server.leaving:
        leave(server, server.clock, stepped)
    if stepped:
        server.finish_due()
    for index in finished:
        if server.is_prefilling(index):
            server.prefilling.remove(index)
            server.first_token(index)
    return True


def _compute(server: Server, chunks: list[Chunk]) -> list[int]:
    """Count the prompt tokens of an iteration as done; the requests whose prompt is complete."""
    done, prompt = server.done, server.prompt
    finished = []
    for index, take in chunks:
        done[index] += take
        if done[index] == prompt[index]:
            finished.append(index)
    return finished


def _mixed_duration(server: Server, chunks: list[Chunk], stepped: bool) -> tuple[int, int]:
    """Duration of an iteration in sub-ticks, and its prompt tokens without padding."""
    done, cost, unit = server.done, server.cost, server.rates.unit
    tokens = attention = 0
    for index, take in chunks:
        tokens += take
        attention += take * (take + 2 * done[index])
    charged = tokens
    if server.policy.padded:
        charged = len(chunks) * max(take for _, take in chunks)
        attention = len(chunks) * max(take * (take + 2 * done[index]) for index, take in chunks)
    if not stepped:
        return unit * cost.prefill(charged, attention) + _overhead(server, 0), tokens
    dense = cost.mixed(server.decoding, server.decode_tokens, charged, attention)
    return unit * dense + cost.kv(server.decoding) * server.context + _overhead(server, server.drafting), tokens


def _overhead(server: Server, drafting: int) -> int:
    """Sub-ticks of scheduling in a step, and of drafting when someone drafts."""
    ticks = server.bounds.step_overhead
    if drafting and server.draft is not None:
        ticks += server.draft.gamma * server.draft.draft_step
    return ticks * server.subticks if ticks else 0


def jump(server: Server, tape: Tape) -> bool:
    """All decode steps until something can change, in one: k steps last k first + growth k (k - 1) / 2."""
    fixed, slope = _decode_line(server)
    first, growth = fixed + slope * server.context, slope * server.growth
    finish = steps = server.next_finish()
    if server.policy.horizon is not None:
        steps = min(steps, server.policy.horizon(server))
    # Written out rather than called: this is where a replay spends its time.
    duration = steps * first + growth * (steps * (steps - 1) // 2)
    clock, now = server.clock, server.now
    change = _next_change(server)
    if clock + duration > change:
        steps = steps_to_reach(int(change) - clock, first, growth)
        duration = span(steps, first, growth)
    if clock + duration > server.limit:
        steps = steps_to_reach(int(server.limit) - clock + 1, first, growth) - 1
        duration = span(steps, first, growth)
        if steps == 0:
            return False
    _check_width(duration)
    rest = clock - now * server.subticks
    tape.write((now, rest, steps, first, growth, server.decoding, server.decode_tokens, 0), NO_CHUNKS)
    server.clock = clock + duration
    server.now = server.clock // server.subticks
    server.busy += duration
    server.computed += steps * server.decode_tokens
    server.step += steps
    server.context += steps * server.growth
    if server.leaving:
        leave(server, server.clock, stepped=True)
    if steps == finish:
        server.finish_due()
    return True


def _decode_line(server: Server) -> tuple[int, int]:
    """Sub-ticks of a decode step of the present batch: without the cache, and for each unit of context."""
    batch = (server.decoding, server.decode_tokens, server.drafting)
    line = server.lines.get(batch)
    if line is None:
        dense = server.rates.unit * server.cost.decode(server.decoding, server.decode_tokens)
        line = server.lines[batch] = (dense + _overhead(server, server.drafting), server.cost.kv(server.decoding))
    return line


def _check_width(duration: int) -> None:
    if duration >= WIDEST:
        raise TooLong("a step, or a run of equal steps, is longer than can be written down. Give shorter requests.")


def _next_change(server: Server) -> float:
    """The sub-tick of an arrival that could be admitted, or at which someone leaves; infinite when neither will be."""
    change = server.next_arrival if _wakes(server) else inf
    if server.leaving:
        when = next_leave(server)
        if when is not None and when < change:
            return when
    return change


def _wakes(server: Server) -> bool:
    """Whether the next arrival could be admitted before a completion: behind a blocked head it could not."""
    if server.policy.holds or server.active >= server.bounds.max_active:
        return False
    return server.is_ranked or server.head() is None


def stop(server: Server, until: int) -> None:
    """Close a run at its time limit: arrivals and those who leave up to it count, the iteration under way does not."""
    if server.phase.count(GONE) == server.size:
        return
    server.clock, server.now = until * server.subticks, until
    take_arrivals(server)
    leave(server, server.clock + 1, stepped=False)
    account_open(server)
    for index in range(server.arrived, server.size):
        server.columns.outcome[index] = NOT_OFFERED

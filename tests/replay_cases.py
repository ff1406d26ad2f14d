"""Workloads that several replay tests share.
It refuses to know policies and to read more of a trace than arrivals and lengths."""

import csv
from datetime import datetime
from itertools import islice
from pathlib import Path
from random import Random

from labs.replay import Workload

ROOT = Path(__file__).parent.parent
CONVERSATION = ROOT / "../shared/traces/azure-llm-2023/AzureLLMInferenceTrace_conv.csv"
LONGEST = 4096
W1K = (216_027_393, 1_010_538, 247_262)
W10K = (1_787_309_283, 12_311_063, 2_184_052)


def simple(*rows: tuple[int, int, int], **columns: object) -> Workload:
    """A workload from (arrival, prompt, output) rows."""
    arrival, prompt, output = ([row[place] for row in rows] for place in range(3))
    return Workload(arrival, prompt, output, list(range(2, len(rows) + 2)), **columns)  # type: ignore[arg-type]


def conversation(count: int) -> Workload:
    """The first rows of the conversation trace, cut as the published work is; where it is missing, one like it."""
    return _traced(count) if CONVERSATION.exists() else _alike(count)


def _traced(count: int) -> Workload:
    with CONVERSATION.open(newline="") as lines:
        rows = list(islice(csv.reader(lines), 1, count + 1))
    start = _microseconds(rows[0][0])
    prompts = [max(1, min(int(row[1]), LONGEST - int(row[2]))) for row in rows]
    return simple(
        *zip([_microseconds(row[0]) - start for row in rows], prompts, [int(row[2]) for row in rows], strict=True)
    )


def _microseconds(stamp: str) -> int:
    whole, part = stamp.split(".")
    day = datetime.fromisoformat(whole) - datetime(2023, 1, 1)
    return (day.days * 86_400 + day.seconds) * 10**6 + int(part[:6])


def _alike(count: int) -> Workload:
    """Drawn lengths and arrivals that give the totals of the published work exactly, so that its identity holds."""
    last, prompts, outputs = {1_000: W1K, 10_000: W10K}[count]
    return simple(*zip(_spread(last, count), _split(prompts, count, 1), _split(outputs, count, 2), strict=True))


def _spread(last: int, count: int) -> list[int]:
    random = Random(3)
    return [0, *sorted(random.randrange(last) for _ in range(count - 2)), last]


def _split(total: int, count: int, seed: int) -> list[int]:
    random = Random(seed)
    drawn = [random.paretovariate(2.5) for _ in range(count)]
    shares = [max(1, int(each * total / sum(drawn))) for each in drawn]
    shares[0] += total - sum(shares)
    return shares


def synthetic(count: int, seed: int = 7) -> Workload:
    """Poisson arrivals below saturation with drawn lengths."""
    random = Random(seed)
    now, rows = 0.0, []
    for _ in range(count):
        now += random.expovariate(1 / 180_000)
        rows.append((int(now), 1 + int(random.expovariate(1 / 500)), 1 + int(random.expovariate(1 / 200))))
    return simple(*rows)

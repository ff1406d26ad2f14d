"""Makes the synthetic trace that ships: 25,000 requests drawn from fitted quantiles, the same bytes from the same seed.
It refuses to read the published trace: the figures below are all that is taken from it.

Run `python -m labs.traces.make_synthetic` to write the file again; it prints the digest that SOURCES.md states.
"""

import gzip
import hashlib
from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path
from random import Random

SEED = 1
REQUESTS = 25_000
FILE = Path(__file__).parent / "data" / "synthetic-conversation.csv.gz"
HEAD = (
    "# synthetic: 25,000 requests drawn from the quantiles of the Azure LLM inference trace 2023, conversation",
    "# synthetic: 1 request/s over the span; gaps drawn apart, so the slow swings of the load are not in it",
    "# synthetic: groups are assumed: english 86 %, code 10 %, rare 4 % (rare has 1.5 times the tokens)",
    "arrival_s,prompt,output,group",
)
GROUPS = (("rare", 4, 150), ("code", 10, 100), ("english", 86, 100))

# Measured on AzureLLMInferenceTrace_conv.csv (19,366 rows, CC-BY-4.0), linear at rank p(N-1). Percent, then:
# prompt tokens; output tokens; gap between arrivals in ten-thousandths of the mean gap (0.18083 s, CV 1.094).
FITTED = (
    (0, 2, 7, 0),
    (1, 29, 16, 30),
    (2, 91, 24, 80),
    (5, 181, 41, 350),
    (10, 207, 54, 893),
    (15, 372, 67, 1461),
    (20, 387, 77, 2020),
    (25, 396, 85, 2670),
    (30, 403, 91, 3358),
    (35, 414, 96, 4062),
    (40, 703, 103, 4825),
    (45, 984, 113, 5637),
    (50, 1020, 129, 6549),
    (55, 1045, 151, 7610),
    (60, 1071, 177, 8775),
    (65, 1097, 217, 10130),
    (70, 1130, 384, 11813),
    (75, 1189, 395, 13645),
    (80, 1315, 400, 15972),
    (85, 1876, 411, 19130),
    (90, 2734, 424, 23263),
    (92, 4073, 429, 25712),
    (95, 4083, 451, 31256),
    (96, 4086, 468, 34192),
    (97, 4090, 509, 37231),
    (98, 4098, 540, 41436),
    (99, 4142, 601, 49200),
    (99.5, 4831, 643, 57193),
    (99.9, 6179, 954, 78040),
    (99.95, 6570, 1000, 99613),
    (99.99, 7668, 1000, 171673),
    (100, 14050, 1000, 238602),
)


def between(knots: Sequence[tuple[float, int]], percent: float) -> float:
    """The value at `percent` on straight lines between the (percent, value) knots."""
    place = min(bisect_right(knots, percent, key=lambda knot: knot[0]), len(knots) - 1)
    (left, low), (right, high) = knots[place - 1], knots[place]
    return low + (high - low) * ((percent - left) / (right - left))


def text(seed: int = SEED, requests: int = REQUESTS) -> str:
    """The whole CSV; four draws a request in row order: gap, group, prompt, output.

    Gaps are scaled at the end, so that the rate is 1 request/s over the whole span.
    """
    draw = Random(seed).random
    prompts = [(percent, prompt) for percent, prompt, _, _ in FITTED]
    outputs = [(percent, output) for percent, _, output, _ in FITTED]
    gaps = [(percent, gap) for percent, _, _, gap in FITTED]
    times, rest, time = [], [], 0.0
    for number in range(requests):
        gap = between(gaps, draw() * 100)
        time += gap if number else 0
        name, percent = _group(draw() * 100)
        prompt, output = (round(between(knots, draw() * 100)) for knots in (prompts, outputs))
        times.append(time)
        rest.append(f"{-(-prompt * percent // 100)},{-(-output * percent // 100)},{name}")
    ticks = [round(each * (requests - 1) * 1_000_000 / time) for each in times]
    rows = (f"{each // 1_000_000}.{each % 1_000_000:06d},{row}" for each, row in zip(ticks, rest, strict=True))
    return "\n".join((*HEAD, *rows)) + "\n"


def _group(percent: float) -> tuple[str, int]:
    edge = 0
    for name, share, tokens_percent in GROUPS:
        edge += share
        if percent < edge:
            return name, tokens_percent
    raise AssertionError("the shares sum to 100")


def main() -> None:
    """Writes the file, packed without a time or a name, and prints the digest of the text."""
    plain = text().encode()
    FILE.write_bytes(gzip.compress(plain, compresslevel=9, mtime=0))
    print(f"{FILE.name}: sha256 of the unpacked text {hashlib.sha256(plain).hexdigest()}")


if __name__ == "__main__":
    main()

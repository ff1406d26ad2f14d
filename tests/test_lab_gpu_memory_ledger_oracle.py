"""The serving ledger against a slow loop that adds one sequence at a time, over random models and cards.

It refuses to know words, tables and figures."""

from decimal import Decimal
from typing import Any
from urllib.parse import parse_qsl

from hypothesis import given, settings
from hypothesis import strategies as st

from labs import get_lab, parse, query
from labs.gpu_memory_ledger.settings import SHAPE
from tests.oracles import serving_ledger as oracle

LAB = get_lab("gpu-memory-ledger")
CEILING = 400

SHAPES = st.fixed_dictionaries(
    {
        "layers": st.integers(1, 9),
        "hidden": st.integers(1, 300),
        "vocab": st.integers(1, 500),
        "kv_heads": st.integers(1, 6),
        "head_dim": st.integers(1, 40),
        "ffn": st.integers(1, 500),
        "learned_positions": st.integers(0, 20),
        "norms_per_layer": st.integers(0, 4),
        "norm": st.sampled_from(["rms", "ln"]),
        **{name: st.booleans() for name in SHAPE if name.endswith("bias") or name in ("tied", "gated", "qk_norm")},
    }
)


SETTINGS = st.fixed_dictionaries(
    {
        "weight_bits": st.sampled_from(["32", "16", "8", "4"]),
        "weight_group": st.sampled_from(["32", "64", "128", "256"]),
        "kv_bits": st.sampled_from(["16", "8"]),
        "sequences": st.integers(1, 50).map(str),
        "context": st.integers(1, 700).map(str),
        "page_tokens": st.integers(1, 40).map(str),
        "paged": st.sampled_from(["yes", "no"]),
        "card_size": st.integers(1000, 60_000).map(lambda each: f"{Decimal(each) / 10**6:f}"),
        "card_unit": st.sampled_from(["GB", "GiB"]),
        "reserve_percent": st.integers(0, 95_000).map(lambda each: f"{Decimal(each) / 1000:f}"),
    }
)


def as_words(shape: dict[str, Any]) -> dict[str, str]:
    return {name: ("yes" if each else "no") if isinstance(each, bool) else str(each) for name, each in shape.items()}


@settings(max_examples=60, deadline=None)
@given(shape=SHAPES, group=st.integers(1, 5), chosen=SETTINGS)
def test_serving_agrees_with_sequences_added_one_at_a_time(
    shape: dict[str, Any], group: int, chosen: dict[str, str]
) -> None:
    shape = shape | {"heads": shape["kv_heads"] * group}
    asked = {"mode": "serving", "model": "own", "card": "own"} | as_words(shape) | chosen
    settled = parse(LAB, asked.items())
    assert parse(LAB, parse_qsl(query(settled))) == settled
    facts: dict[str, Any] = {name: fact.value for name, fact in LAB.run(settled).facts.items()}
    params = oracle.parameters(shape)
    weights = oracle.weights(params, int(chosen["weight_bits"]), int(chosen["weight_group"]))
    room = oracle.usable(chosen["card_size"], chosen["card_unit"], chosen["reserve_percent"]) - weights
    page, kv_bits = int(chosen["page_tokens"]) if chosen["paged"] == "yes" else 1, int(chosen["kv_bits"])
    sequences = int(chosen["sequences"])
    one = oracle.one_sequence(shape, kv_bits, int(chosen["context"]), page)
    assert facts["parameters"] == params
    assert facts["fits"] is (sequences * one <= room)
    assert facts["headroom_gb"] == (room - sequences * one) / (oracle.UNIT * 10**9)
    assert min(facts["max_sequences"], CEILING) == oracle.most_sequences(room, one, CEILING)
    farthest = facts["max_context"]
    if farthest < 5000:
        longest = [oracle.one_sequence(shape, kv_bits, each, page) for each in (farthest, farthest + 1)]
        assert farthest == 0 or sequences * longest[0] <= room
        assert sequences * longest[1] > room


@settings(max_examples=30, deadline=None)
@given(shape=SHAPES, chosen=SETTINGS, more=st.integers(1, 4000))
def test_more_reserve_context_or_precision_never_fits_more(
    shape: dict[str, Any], chosen: dict[str, str], more: int
) -> None:
    asked = {"mode": "serving", "model": "own", "card": "own"} | as_words(shape | {"heads": shape["kv_heads"]}) | chosen

    def most(**changed: str) -> int:
        return int(str(LAB.run(parse(LAB, (asked | changed).items())).facts["max_sequences"].value))

    base = most()
    assert most(reserve_percent=f"{min(Decimal(95), Decimal(chosen['reserve_percent']) + more):f}") <= base
    assert most(context=str(int(chosen["context"]) + more)) <= base
    assert most(weight_bits="32", kv_bits="16") <= base
    assert most(paged="yes") <= most(paged="no")

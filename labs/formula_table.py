"""The one table of formulas: name -> function, over the topic modules listed here.
It refuses to know what a formula computes; a public function of a topic module is a formula, and nothing else is.
"""

import difflib
import importlib
import inspect
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final

Formula = Callable[..., Any]

# Topic -> the modules of labs/ that hold its formulas.
TOPICS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "kv_cache": ("kv_cache",),
        "parameters": ("parameters", "moe_parameters", "mla_parameters"),
        "training_memory": ("training_memory", "activation_memory", "ledger"),
        "paging": ("paging", "block_table"),
        "hardware": ("hardware",),
        "attention": ("attention",),
        "moe": ("moe",),
        "quantization": ("quantization",),
        "speculative": ("speculation", "speculation_cost", "speculation_rejection", "speculation_tree"),
        "batching": ("batching", "queueing"),
        "ratios": ("ratios",),
        "mistakes": ("mistakes", "mistakes_speed"),
    }
)

# Formulas whose cases are in another topic's file: no topic owns a quotient, and a size serves two topics.
SHOWN_WITH: Final[Mapping[str, str]] = MappingProxyType(
    {"ratio": "hardware", "spec_speedup_from_times": "training_memory", "model_size_gb": "quantization"}
)


class UnknownFormula(LookupError):
    """No formula has this name; the message gives the nearest that exist."""


def _topic_formulas(topic: str) -> dict[str, Formula]:
    found: dict[str, Formula] = {}
    for name in TOPICS[topic]:
        module = importlib.import_module(f"labs.{name}")
        for attribute, value in vars(module).items():
            if inspect.isfunction(value) and value.__module__ == module.__name__ and not attribute.startswith("_"):
                found[attribute] = value
    return found


def formulas() -> Mapping[str, Formula]:
    """Every formula by its name, read-only. Raises RuntimeError when two topics use one name."""
    table: dict[str, Formula] = {}
    for topic in TOPICS:
        for name, function in _topic_formulas(topic).items():
            if name in table:
                raise RuntimeError(
                    f"{topic} defines {name}, which {table[name].__module__} defines already; rename one."
                )
            table[name] = function
    return MappingProxyType(table)


def named_mistakes() -> Mapping[str, Formula]:
    """The formulas that compute what a known mistake leads to, by name; a question may offer their numbers."""
    return MappingProxyType(_topic_formulas("mistakes"))


def _unknown(name: str) -> UnknownFormula:
    near = difflib.get_close_matches(name, formulas(), n=3)
    hint = f" The nearest are {', '.join(near)}." if near else ""
    return UnknownFormula(f"There is no formula {name!r}.{hint}")


def source_of(name: str) -> str:
    """The source text of a formula as it runs. Raises UnknownFormula."""
    function = formulas().get(name)
    if function is None:
        raise _unknown(name)
    return inspect.getsource(function)


@cache
def topic_of(name: str) -> str:
    """The topic whose vector file holds cases of a formula. Raises UnknownFormula."""
    if name in SHOWN_WITH:
        return SHOWN_WITH[name]
    for topic in TOPICS:
        if name in _topic_formulas(topic):
            return topic
    raise _unknown(name)

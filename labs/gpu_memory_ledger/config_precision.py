"""The quantization_config of a config.json as settings: bits of a weight and weights that share a scale.
It refuses to guess: what it does not know leaves the precision as it is."""

from collections.abc import Mapping

BITS = ("4", "8")
GROUPS = ("32", "64", "128", "256")
METHODS = {"fp8": "8"}


def stored_precision(config: object) -> dict[str, str]:
    """weight_bits, and weight_group at 4 bits, where the file says them and the ledger offers them; else nothing."""
    if not isinstance(config, dict):
        return {}
    bits = _bits(config)
    if bits is None:
        return {}
    group = str(config.get("group_size"))
    return {"weight_bits": bits} | ({"weight_group": group} if bits == "4" and group in GROUPS else {})


def _bits(config: Mapping[str, object]) -> str | None:
    for bits in BITS:
        if config.get(f"load_in_{bits}bit") is True:
            return bits
    given = config.get("bits")
    if given is None:
        return METHODS.get(str(config.get("quant_method")))
    return str(given) if type(given) is int and str(given) in BITS else None

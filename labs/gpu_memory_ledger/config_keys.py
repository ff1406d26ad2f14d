"""Values of a config.json by key, each checked against the bounds of the setting it fills; all faults are collected.
It refuses to know model families."""

from collections.abc import Mapping

from labs.gpu_memory_ledger.config_text import shown
from labs.gpu_memory_ledger.settings import LedgerParams
from labs.params import Spec, describe

STAND_IN = 1


class Keys:
    """The object being read. `faults` grows by one sentence for each key that is missing or wrong."""

    def __init__(self, found: Mapping[str, object]) -> None:
        self.found = found
        self.faults: list[str] = []
        self._specs: Mapping[str, Spec] = {spec.name: spec for spec in describe(LedgerParams)}

    def has(self, key: str) -> bool:
        """Whether the key is there with a value; null counts as not given."""
        return self.found.get(key) is not None

    def whole(self, key: str, setting: str, default: int | None = None) -> int:
        """A whole number within the bounds of the setting; without a default the key is required."""
        low, high = int(self._specs[setting].low), int(self._specs[setting].high)
        allowed = f"A whole number from {low:,} to {high:,} is needed."
        if not self.has(key):
            if default is None:
                state = "null" if key in self.found else "missing"
                self.faults.append(f'"{key}" is {state}. {allowed}')
            return STAND_IN if default is None else default
        value = self.found[key]
        if isinstance(value, bool) or not isinstance(value, int):
            self.faults.append(f'"{key}" is {shown(value)}. {allowed}')
            return STAND_IN
        if not low <= value <= high:
            self.faults.append(f'"{key}" is {shown(value)}, out of range. {allowed}')
            return STAND_IN
        return value

    def yesno(self, key: str, default: bool) -> bool:
        """True or false, or the default when the key is not given."""
        if not self.has(key):
            return default
        value = self.found[key]
        if not isinstance(value, bool):
            self.faults.append(f'"{key}" is {shown(value)}. Write true or false.')
            return default
        return value

    def divided(self, whole: str, parts: str, amount: int, by: int) -> int:
        """amount / by, where the parts must be equal; the keys are named when they can't be."""
        if amount % by:
            self.faults.append(
                f'"{whole}" is {amount:,}, which {by:,} "{parts}" do not divide. Each head needs an equal share.'
            )
            return STAND_IN
        return amount // by

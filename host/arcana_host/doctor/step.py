"""The result of a check of a device."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

PASSED, FAILED, SKIPPED, NOTED = "passed", "failed", "skipped", "noted"


class Step(NamedTuple):
    """A check of a device.

    outcome: PASSED, FAILED, SKIPPED or NOTED. detail: a sentence. figures: the measurements.
    """

    name: str
    outcome: str
    detail: str
    figures: Mapping[str, Any] = MappingProxyType({})

    def as_json(self) -> dict[str, Any]:
        """Return the same as JSON data."""
        return {**self._asdict(), "figures": dict(self.figures)}

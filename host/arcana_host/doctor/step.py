"""What one check of a device finds."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

PASSED, FAILED, SKIPPED, NOTED = "passed", "failed", "skipped", "noted"


class Step(NamedTuple):
    """One check: its name, what came of it, a sentence, and what was measured."""

    name: str
    outcome: str
    detail: str
    figures: Mapping[str, Any] = MappingProxyType({})

    def as_json(self) -> dict[str, Any]:
        """Return it as a dict for JSON."""
        return {**self._asdict(), "figures": dict(self.figures)}

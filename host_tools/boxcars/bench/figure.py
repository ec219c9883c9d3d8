"""One measured figure, and whether it keeps its limit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Better = Literal["lower", "higher"]


@dataclass(frozen=True)
class Figure:
    """A figure with the limit that it must keep; no limit means that it is only reported."""

    name: str
    value: int | float
    unit: str
    limit: int | float | None
    better: Better

    @property
    def keeps_limit(self) -> bool:
        if self.limit is None:
            return True
        if self.better == "lower":
            return self.value <= self.limit
        return self.value >= self.limit

    def row(self) -> dict[str, str | int | float | None]:
        """The object that `--json` prints."""
        return {
            "name": self.name,
            "value": self.value,
            "unit": self.unit,
            "limit": self.limit,
            "better": self.better,
        }

"""The inventory: every clause of the five documents and of the normative page, with its kind."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

KINDS = ("rule", "hardware", "table")
_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Clause:
    """`rule` clauses are decided by settlement; of the others `says` tells why they are not."""

    id: str
    kind: str
    says: str


def read(path: Path) -> list[Clause]:
    clauses = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            identity, kind, says = line.split(maxsplit=2)
            clauses.append(Clause(identity, kind, says))
    return clauses


def documents() -> dict[str, list[Clause]]:
    """The clauses by document."""
    return {path.stem: read(path) for path in sorted(_HERE.glob("*.clauses"))}

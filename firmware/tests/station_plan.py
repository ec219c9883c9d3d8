"""A plan, and keys of everybody in it, for boards that tests provision."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from boards.virtual.tests.documents import invoke

PLAN = """
[table]
profile = "rws-2013"
seats = 4
unit = "rule-book"
odds = "rule-book"

[course]
shooting = false
no_rolls_max = 3
alarm_percent = 10
betting_ms = 0
close_after_ms = 0
reshake_ms = 1500

[limits]
min = 5
max = 1000
max_total = "rule-book"
min_total = "rule-book"
spots = { field = 200 }

[keys]
technician = ["technician.pub"]
operator = ["operator.pub"]

[cabinet]
label = "cabinet 7"
site = "north hall"

[optics]
calibrate = false
"""


@dataclass(frozen=True)
class Station:
    """A folder with the plan, the keys and the register."""

    folder: Path

    def key(self, name: str) -> Path:
        return self.folder / name

    @property
    def words(self) -> tuple[str | Path, ...]:
        """What `boxcars provision` is called with, but for the port."""
        plan, out = self.folder / "plan.toml", self.folder / "register"
        return "provision", "--station", self.key("station"), "--out", out, "--plan", plan


def make_station(folder: Path) -> Station:
    """Everybody has a key; a stranger as well."""
    folder.mkdir(exist_ok=True)
    for name in ("station", "technician", "operator", "stranger"):
        assert invoke("key", "make", folder / name).code == 0
    (folder / "plan.toml").write_text(PLAN)
    return Station(folder)

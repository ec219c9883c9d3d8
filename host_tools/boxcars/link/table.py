"""The calls of a host terminal: a table, its wagers, its round. Spots are indexes of the core."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from boxcars.link.answers import (
    BetTaken,
    Called,
    Closed,
    Course,
    Opened,
    Return,
    Stake,
    TableInfo,
    TableState,
    TakenBack,
    Withdrawn,
)
from boxcars.link.authority import Signer
from boxcars.link.calls import Calls
from boxcars.link.schema import ENTRIES
from shaker.link import messages

UNCHANGED = -1
BY_REQUEST = Course()
_ATTEMPTS = 20
_SPOTS = ENTRIES[messages.LIMITS, "spots"]


def _limits(
    minimum: int, maximum: int, max_total: int, min_total: int, max_spot: Mapping[int, int] | None
) -> dict[str, int | bytes]:
    entries = [
        _SPOTS.pack({"spot": spot, "most": most}) for spot, most in (max_spot or {}).items()
    ]
    return {
        "min": minimum,
        "max": maximum,
        "max_total": max_total,
        "min_total": min_total,
        "spots_given": int(max_spot is not None),
        "spots": b"".join(entries),
    }


class TableCalls(Calls):
    """Each method is one message; `UNCHANGED` leaves a limit or takes the casino's default."""

    def open_table(
        self,
        profile: str,
        seats: int,
        *,
        unit: int = UNCHANGED,
        odds: int = UNCHANGED,
        minimum: int = UNCHANGED,
        maximum: int = UNCHANGED,
        max_total: int = UNCHANGED,
        min_total: int = UNCHANGED,
        max_spot: Mapping[int, int] | None = None,
        course: Course = BY_REQUEST,
        signer: Signer | None = None,
    ) -> Opened:
        limits = _limits(minimum, maximum, max_total, min_total, max_spot)
        return Opened(
            **self.command(
                "open",
                signer,
                profile=profile.encode(),
                seats=seats,
                **asdict(course),
                unit=unit,
                odds=odds,
                **limits,
            )
        )

    def bet(self, seat: int, spot: int, amount: int, craps: int = UNCHANGED) -> BetTaken:
        answer = self.perform("bet", seat=seat, spot=spot, amount=amount, craps=craps)
        return BetTaken(**answer)

    def take(
        self, seat: int, spot: int, amount: int = UNCHANGED, craps: int = UNCHANGED
    ) -> TakenBack:
        answer = self.perform("take", seat=seat, spot=spot, amount=amount, craps=craps)
        return TakenBack(**answer)

    def call(self, seat: int, spot: int, call: int, *, only: bool = False) -> Called:
        return Called(**self.perform("call", seat=seat, spot=spot, call=call, only=int(only)))

    def close_betting(self) -> Closed:
        return Closed(**self.perform("close"))

    def roll(self) -> int:
        """Ask for a shake; the number of the round."""
        return int(self.perform("roll")["round"])

    def shooter(self, seat: int) -> int:
        return int(self.perform("shooter", seat=seat)["seat"])

    def withdraw(self, seat: int) -> Withdrawn:
        return Withdrawn(**self.perform("withdraw", seat=seat))

    def limits(
        self,
        *,
        minimum: int = UNCHANGED,
        maximum: int = UNCHANGED,
        max_total: int = UNCHANGED,
        min_total: int = UNCHANGED,
        max_spot: Mapping[int, int] | None = None,
        signer: Signer | None = None,
    ) -> None:
        values = _limits(minimum, maximum, max_total, min_total, max_spot)
        self.command("limits", signer, **values)

    def malfunction(self, signer: Signer | None = None) -> Closed:
        return Closed(**self.command("malfunction", signer))

    def void(self, round_number: int, signer: Signer | None = None) -> Closed:
        return Closed(**self.command("void", signer, round=round_number))

    def state(self) -> TableState:
        """The whole table, of one moment."""
        head, entries = self._parts("state", "stakes")
        for name in ("count", "index"):
            head.pop(name)
        stakes = ENTRIES[messages.STATE, "stakes"].unpack_all(entries)
        return TableState(**head, stakes=tuple(Stake(**entry) for entry in stakes))

    def returned(self) -> list[Return]:
        """What the close gave back; after a void or the like that stands in its record."""
        _, entries = self._parts("returned", "returns")
        rows = ENTRIES[messages.RETURNED, "returns"].unpack_all(entries)
        return [Return(**row) for row in rows]

    def table_info(self) -> TableInfo:
        values = self.ask("table-info")
        values["profile"] = values["profile"].rstrip(b"\0").decode()
        spots = ENTRIES[messages.TABLE_INFO, "spots"].unpack_all(values.pop("spots"))
        course = Course(**{field.name: values.pop(field.name) for field in fields(Course)})
        return TableInfo(
            **values, course=course, spots={entry["spot"]: entry["most"] for entry in spots}
        )

    def _parts(self, name: str, field: str) -> tuple[dict[str, Any], bytes]:
        """All parts of a list, of one version: begin again when it changed in between."""
        size = ENTRIES[next(k for k in ENTRIES if k[1] == field)].size
        for _ in range(_ATTEMPTS):
            head = self.ask(name, index=0)
            data: bytes = head.pop(field)
            while len(data) // size < head["count"]:
                more = self.ask(name, index=len(data) // size)
                part = more.pop(field)
                if more["version"] != head["version"] or not part:
                    break
                data += part
            else:
                return head, data
        raise AssertionError("the list changed each time it was read")

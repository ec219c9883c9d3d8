"""One board at the station: checked, given its key, written down, set, locked. Safe to repeat."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from boxcars.build import artifacts
from boxcars.errors import LockedError, VerificationError, WrongBoardError
from boxcars.link import Link, RefusedError
from boxcars.optics.calibration import Hands, calibrate
from boxcars.station.plan import Plan, TablePlan
from boxcars.station.register import STAGE_KEY, STAGE_LOCKED, Register
from boxcars.usb.image import Program, measured
from shaker.app import vault
from shaker.link import messages
from shaker.seal.record import BUILD_PRODUCT

_EPOCH = datetime(2020, 1, 1, tzinfo=UTC)
_BUSY_S = 0.5
_TRIES = 20


@dataclass(frozen=True)
class Done:
    """A board that left the station."""

    device: str
    key: str
    image: str
    resumed: bool
    calibrated: bool
    keys: list[str]


class Line:
    """What every board of a run gets. `say` is told each step, `hands` what is to be done."""

    def __init__(
        self,
        plan: Plan,
        program: Program,
        register: Register,
        say: Callable[[str], None],
        hands: Hands,
    ) -> None:
        self._plan = plan
        self._program = program
        self._register = register
        self._say = say
        self._hands = hands

    def run(self, link: Link) -> Done:
        """Provision the board behind a link; after a cut, go on where it was."""
        told = link.identity()
        device = told.device.hex()
        if told.build != BUILD_PRODUCT or told.board != artifacts.PRODUCT:
            raise WrongBoardError(f"board {device} is a {told.board}, not {artifacts.PRODUCT}")
        key = link.key()
        resumed = bool(key.provisioned)
        self._register.refuse_duplicate(device, key.public.hex() if resumed else None)
        if told.locked:
            self._finish_locked(device)
        nonce, same = measured(link, self._program)
        if not same:
            raise VerificationError(
                f"board {device} does not run {self._program.path}: run 'boxcars flash' first"
            )
        self._say("software verified")
        public = key.public if resumed else link.provision()
        self._register.refuse_duplicate(device, public.hex())
        row = {
            "device": device,
            "key": public.hex(),
            "board": told.board,
            "version": told.version,
            "image": told.image.hex(),
            "nonce": nonce.hex(),
            "measurement": self._program.measure(nonce).hex(),
        }
        if not self._register.has(device, STAGE_KEY):
            self._register.append({"stage": STAGE_KEY, "time": _now(), **row})
        self._say("key made, countersigned and written down")
        keys = self._set(link)
        calibrated = self._calibrate(link)
        link.lock()
        self._register.append({"stage": STAGE_LOCKED, "time": _now(), **row})
        self._say("locked")
        return Done(device, public.hex(), told.image.hex(), resumed, calibrated, keys)

    def _finish_locked(self, device: str) -> None:
        """A locked board is done, unless the end came between its lock and the last row."""
        if self._register.has(device, STAGE_LOCKED):
            raise LockedError(f"board {device} is provisioned and locked: take the next one")
        rows = [row for row in self._register.rows if row["device"] == device]
        if not rows:
            raise LockedError(f"board {device} was locked by another station: 'boxcars retire' it")
        self._register.append({**rows[-1], "stage": STAGE_LOCKED, "time": _now()})
        raise LockedError(f"board {device} was locked already; its last row is written now")

    def _set(self, link: Link) -> list[str]:
        passed = datetime.now(UTC) - _EPOCH
        link.set_clock(int(passed.total_seconds()), passed.microseconds // 1000)
        if not _is_open(link, self._plan.table):
            _open(link, self._plan.table)
        self._say(f"table set: {self._plan.table.profile}, {self._plan.table.seats} seats")
        station = bytes.fromhex(self._register.station)
        keys = [(messages.STATION, station)]
        keys += [(authority, key.raw) for authority, key in self._plan.keys]
        for authority, public in keys:
            _add_key(link, authority, public)
        texts = ((vault.SETTING_LABEL, self._plan.label), (vault.SETTING_SITE, self._plan.site))
        for setting, text in texts:
            if link.read_setting(setting) != text.encode():
                link.write_setting(setting, text.encode())
        return [public[:8].hex() for _, public in keys]

    def _calibrate(self, link: Link) -> bool:
        """Golden frames of both chambers; what is kept of a run that was cut stays."""
        if not self._plan.calibrate:
            return False
        calibrate(link, self._hands, anew=False)
        self._say("optics calibrated")
        return True


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _add_key(link: Link, authority: int, public: bytes) -> None:
    """Add a person's key, once; a board that seals a record is asked again."""
    for _ in range(_TRIES):
        try:
            link.add_key(authority, public)
        except RefusedError as error:
            if error.word == "E_DUPLICATE":
                return
            if error.word != "E_BUSY":
                raise
            time.sleep(_BUSY_S)
            continue
        return
    link.add_key(authority, public)


def _is_open(link: Link, table: TablePlan) -> bool:
    info = link.table_info()
    same = (info.profile, info.seats, info.course) == (table.profile, table.seats, table.course)
    if not same or info.spots != table.spots:
        return False
    pairs = (
        (table.unit, info.unit),
        (table.odds, info.odds),
        (table.min, info.min),
        (table.max, info.max),
        (table.max_total, info.max_total),
        (table.min_total, info.min_total),
    )
    return all(planned in (-1, found) for planned, found in pairs)


def _open(link: Link, table: TablePlan) -> None:
    link.open_table(
        table.profile,
        table.seats,
        unit=table.unit,
        odds=table.odds,
        minimum=table.min,
        maximum=table.max,
        max_total=table.max_total,
        min_total=table.min_total,
        max_spot=table.spots,
        course=table.course,
    )

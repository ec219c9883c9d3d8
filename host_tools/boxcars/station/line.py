"""One board at the station: checked, given its key, written down, set, locked. Safe to repeat."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from boxcars.build import artifacts
from boxcars.errors import (
    HostError,
    LockedError,
    UsageError,
    VerificationError,
    WrongBoardError,
)
from boxcars.link import Link, RefusedError
from boxcars.optics.calibration import Hands, calibrate
from boxcars.station.plan import Plan
from boxcars.station.register import STAGE_KEY, STAGE_LOCKED, Register
from boxcars.station.tables import is_open, open_planned
from boxcars.usb.image import Program, measured
from shaker.app import vault
from shaker.link import messages
from shaker.link.sizes import KEY_ID_SIZE
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
    revoked: list[str]


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
        if any(key.hex == register.station for _, key in plan.keys):
            raise UsageError("the plan's [keys] names the station's own key: leave it out")
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
        keys, revoked = self._set(link)
        calibrated = self._calibrate(link)
        link.lock()
        self._register.append({"stage": STAGE_LOCKED, "time": _now(), **row})
        self._say("locked")
        return Done(device, public.hex(), told.image.hex(), resumed, calibrated, keys, revoked)

    def _finish_locked(self, device: str) -> None:
        """A locked board is done, unless the end came between its lock and the last row."""
        if self._register.has(device, STAGE_LOCKED):
            raise LockedError(f"board {device} is provisioned and locked: take the next one")
        rows = [row for row in self._register.rows if row["device"] == device]
        if not rows:
            raise LockedError(f"board {device} was locked by another station: 'boxcars retire' it")
        self._register.append({**rows[-1], "stage": STAGE_LOCKED, "time": _now()})
        raise LockedError(f"board {device} was locked already; its last row is written now")

    def _set(self, link: Link) -> tuple[list[str], list[str]]:
        """Ids of the keys that the board knows now, and of those that it knew besides."""
        passed = datetime.now(UTC) - _EPOCH
        link.set_clock(int(passed.total_seconds()), passed.microseconds // 1000)
        if not is_open(link.table_info(), self._plan.table):
            open_planned(link, self._plan.table)
        self._say(f"table set: {self._plan.table.profile}, {self._plan.table.seats} seats")
        keys = {bytes.fromhex(self._register.station): messages.STATION}
        keys |= {key.raw: authority for authority, key in self._plan.keys}
        strangers = _set_keys(link, keys)
        for key in strangers:
            self._say(f"key {key} is not in the plan: revoked")
        texts = ((vault.SETTING_LABEL, self._plan.label), (vault.SETTING_SITE, self._plan.site))
        for setting, text in texts:
            if link.read_setting(setting) != text.encode():
                link.write_setting(setting, text.encode())
        return [public[:KEY_ID_SIZE].hex() for public in keys], strangers

    def _calibrate(self, link: Link) -> bool:
        """Golden frames of both chambers; what is kept of a run that was cut stays."""
        if not self._plan.calibrate:
            return False
        calibrate(link, self._hands, anew=False)
        self._say("optics calibrated")
        return True


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _set_keys(link: Link, wanted: dict[bytes, int]) -> list[str]:
    """The board knows these people and nobody else; ids of those that it knew besides."""
    rows = link.keys()
    there = {row.key: row for row in rows}
    for public, authority in wanted.items():
        row = there.get(public[:KEY_ID_SIZE])
        if row is not None and (row.revoked or row.authority != authority):
            was = "revoked" if row.revoked else f"a key of authority {row.authority}"
            raise HostError(
                f"key {row.key.hex()} of the plan is {was} on this board, for ever: give its "
                "person another ('boxcars key make')"
            )
    ids = {public[:KEY_ID_SIZE] for public in wanted}
    strangers = [row.key for row in rows if not row.revoked and row.key not in ids]
    for key in strangers:
        _patiently(partial(link.revoke_key, key))
    for public, authority in wanted.items():
        if public[:KEY_ID_SIZE] not in there:
            _patiently(partial(link.add_key, authority, public))
    return [key.hex() for key in strangers]


def _patiently(act: Callable[[], int]) -> None:
    """A board that seals a record is asked again."""
    for _ in range(_TRIES):
        try:
            act()
        except RefusedError as error:
            if error.word != "E_BUSY":
                raise
            time.sleep(_BUSY_S)
            continue
        return
    act()

"""One board: to BOOTSEL, the UF2 onto its drive, back, and measured over a fresh nonce.

A board is known by its place on the bus, which it keeps across BOOTSEL. Whatever is cut, the next
run finds it running or in BOOTSEL and goes on from there: the boot ROM cannot be overwritten, and
the order of the blocks (`order.py`) keeps it from starting half a program.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from boxcars.build import artifacts
from boxcars.console.session import signer_for
from boxcars.errors import HostError, NoBoardError, SetupError, VerificationError, WrongBoardError
from boxcars.flashing import notes
from boxcars.flashing.mpremote import run as mpremote
from boxcars.flashing.order import safely
from boxcars.link import Expectation, Link
from boxcars.link.errors import LinkError
from boxcars.usb.devices import Device
from boxcars.usb.image import Program, measured, version_key
from boxcars.usb.measurement import measured_at_the_prompt
from boxcars.usb.probe import Card, ask, identify
from shaker.link.messages import REBOOT_BOOTSEL, STATION, TECHNICIAN

_BOOTSEL_S = 30.0
_BACK_S = 60.0
_LOOK_S = 0.2
_CHUNK = 16 * 1024

Bus = Callable[[], Sequence[Device]]
Progress = Callable[[str, float], None]  # what it does, and how much of it; may raise to stop it


@dataclass(frozen=True)
class Wanted:
    """What to flash, and how much is allowed."""

    program: Program
    key_path: Path | None = None
    allow_downgrade: bool = False
    drive: Path | None = None  # given by hand, where the system does not tell


@dataclass(frozen=True)
class Flashed:
    """A board that runs the program."""

    before: str | None
    card: Card


def flash(device: Device, wanted: Wanted, bus: Bus, progress: Progress) -> Flashed:
    """Bring a board to the program; at once if it runs it already."""
    before = None
    if not device.in_bootsel:
        card = identify(device)
        check(card, wanted)
        before = card.version
        if card.image == wanted.program.digest:
            progress("verifying", 0.9)
            done = Flashed(before, _verified(device, wanted.program))
            notes.forget(device.location)  # of a run that was cut behind the last block
            return done
        progress("to BOOTSEL", 0.0)
        notes.remember(device.location, card)
        _to_bootsel(device, card, wanted)
        leaving = partial(progress, "to BOOTSEL", 0.05)
        device = _wait(bus, device.location, leaving, in_bootsel=True, limit_s=_BOOTSEL_S)
    elif (was := notes.recall(device.location)) is not None:
        _check_noted(was, wanted)
        before = was.version
    _copy(device, wanted, bus, progress)
    waiting = partial(progress, "starting", 0.9)
    back = _wait(bus, device.location, waiting, in_bootsel=False, limit_s=_BACK_S)
    progress("verifying", 0.95)
    done = Flashed(before, _verified(back, wanted.program))
    notes.forget(device.location)
    progress("done", 1.0)
    return done


def check(card: Card, wanted: Wanted) -> None:
    """Refuse a program of another board, and an older one."""
    program = wanted.program
    board = artifacts.BENCH if card.kind == "bench" else card.board  # it may not say more
    if program.board != board:
        raise WrongBoardError(
            f"{program.path} is for {program.board or 'no board of ours'}, this is {board}"
        )
    if card.version is None or wanted.allow_downgrade:
        return
    if program.version is None:
        raise WrongBoardError(
            f"{program.path} has no manifest.json beside it that tells its version: put it there, "
            "or say --allow-downgrade"
        )
    if version_key(program.version) < version_key(card.version):
        raise WrongBoardError(
            f"the board runs {card.version}, {program.path} is {program.version}: to go back say "
            "--allow-downgrade"
        )


def _check_noted(was: Card, wanted: Wanted) -> None:
    """As `check`, of a board that says nothing: it may be another one that hangs there now."""
    try:
        check(was, wanted)
    except WrongBoardError as error:
        raise WrongBoardError(
            f"{error}; so it was noted when it went to BOOTSEL: plug another board in elsewhere"
        ) from error


def _to_bootsel(device: Device, card: Card, wanted: Wanted) -> None:
    assert device.port is not None
    if card.kind == "bench":
        mpremote(device.port, "bootloader")
        return
    with Link.open(device.port, expect=Expectation(any_table=True)) as link:
        signer = signer_for(link, wanted.key_path, TECHNICIAN | STATION)
        link.reboot(REBOOT_BOOTSEL, signer)


def _wait(
    bus: Bus, location: str, tick: Callable[[], None], *, in_bootsel: bool, limit_s: float
) -> Device:
    end = time.monotonic() + limit_s
    while time.monotonic() < end:
        tick()
        for device in bus():
            if device.location == location and device.in_bootsel == in_bootsel:
                return device
        time.sleep(_LOOK_S)
    where = "in BOOTSEL" if in_bootsel else "running"
    raise NoBoardError(f"the board at {location} is not back {where}: plug it in again, run again")


def _drive(device: Device, wanted: Wanted, bus: Bus, progress: Progress) -> Path:
    """Where its drive is mounted; a desktop takes a moment for that."""
    end = time.monotonic() + _BOOTSEL_S
    while time.monotonic() < end:
        progress("looking for its drive", 0.1)
        if wanted.drive is not None:
            return wanted.drive
        for found in bus():
            if found.location == device.location and found.drive is not None:
                return found.drive
        time.sleep(_LOOK_S)
    raise NoBoardError(
        f"the drive of the board at {device.location} is not mounted: mount it, or give its "
        "folder with --drive"
    )


def _copy(device: Device, wanted: Wanted, bus: Bus, progress: Progress) -> None:
    """Write the UF2, a part after the other; the drive goes away by itself behind the last."""
    folder = _drive(device, wanted, bus, progress)
    data = safely(wanted.program.flash)
    written = 0
    try:
        with (folder / "firmware.uf2").open("wb", buffering=0) as file:
            while written < len(data):
                written += file.write(data[written : written + _CHUNK]) or 0
                _sync(file.fileno(), is_last=written == len(data))
                progress("copying", 0.1 + 0.8 * written / len(data))
    except OSError as error:
        if written < len(data):
            raise SetupError(f"{folder}: cannot write: {error.strerror}; run again") from error


def _sync(file: int, *, is_last: bool) -> None:
    """So that the parts come in their order, and the bar tells of the board, not of a cache."""
    try:
        os.fsync(file)
    except OSError:
        if not is_last:  # else the drive has vanished: that is how it says thanks
            raise


def _verified(device: Device, program: Program) -> Card:
    """The board once it has shown over a fresh nonce that it runs the program."""
    problem: HostError = NoBoardError(f"{device.port}: does not answer")
    end = time.monotonic() + _BACK_S
    while time.monotonic() < end:
        try:
            card, same = _shown(device, program)
        except LinkError as error:  # it has only just started
            problem = error
            time.sleep(_LOOK_S)
            continue
        if not same:
            raise VerificationError(f"{device.port}: runs another program than {program.path}")
        return card
    raise problem


def _shown(device: Device, program: Program) -> tuple[Card, bool]:
    """Who it is, and whether it measures itself as the program."""
    assert device.port is not None
    if device.is_bench:
        return identify(device), measured_at_the_prompt(device.port, program)[2]
    with Link.open(device.port, expect=Expectation(any_table=True)) as link:
        same = measured(link, program)[1]
    return ask(device.port), same

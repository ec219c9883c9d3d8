"""Before any test is blamed on the board: has it power, does it answer, is it wired right?

A finding is of the rig or of the board. A rig that is not right ends the run before it has begun,
with exit code 3; what the board itself has wrong fails as a test does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from boxcars.errors import HostError
from boxcars.link.errors import LinkError, RefusedError, WrongDeviceError
from boxcars.optics.chambers import chamber_frames
from boxcars.optics.picture import explain
from hil_tests import askline
from hil_tests.bench import Bench
from hil_tests.serial_bench import SerialBench
from shaker.link import codes

RIG, BOARD = "rig", "board"
_SWITCH_S = 5.0
_LINE = re.compile(rb"boxcars (\w+) (\S+) (\S+) sha256:([0-9a-f]{64})\r?\n")
_LEFT, _RIGHT = 2, 6  # faces that differ, also when one is turned


@dataclass(frozen=True)
class Finding:
    """What is not right, and whose business it is."""

    side: str
    what: str
    text: str

    def __str__(self) -> str:
        return f"{self.side} fault, {self.what}: {self.text}"


def take_hands(bench: SerialBench) -> Finding | None:
    """The rig's own board first: it feeds the other one."""
    try:
        bench.take_hands()
    except HostError as error:
        return Finding(RIG, "no hands", f"the rig's own board: {error}")
    return None


def check_line(bench: Bench, image: str | None = None) -> Finding | None:
    """Power, echo and identity, before there is a link: the first thing that is not right."""
    try:
        if bench.supply() is False:
            return Finding(RIG, "no power", "the rig does not feed the board: check its supply")
    except HostError as error:
        return Finding(RIG, "no hands", f"the rig's own board: {error}")
    ports = ["host", "usb"] if "usb" in bench.capabilities else ["host"]
    answers: dict[str, bytes] = {}
    for port in ports:
        try:
            answers[port] = ask_line(bench, port)
        except HostError as error:
            return Finding(RIG, "no port", str(error))
    silent = [port for port in ports if not answers[port]]
    if len(silent) == len(ports):
        if bench.supply():
            text = "it has its supply and says nothing on any port"
            return Finding(BOARD, "silent", text)
        return Finding(RIG, "no echo", "nothing answers on any port: is it connected, and on?")
    if silent:
        text = f"it answers on another port, not on {silent[0]}: check that line"
        return Finding(RIG, "no echo", text)
    return _check_identity(bench, answers["host"], image)


def begin(bench: SerialBench) -> Finding | None:
    """Its first sessions: is it this board, is it open to tests, and has it a key?"""
    try:
        with bench.new_link("host") as link:
            if link.welcome.locked:
                text = "tests clear faults without people's keys: take a board that is not locked"
                return Finding(RIG, "locked board", text)
        bench.begin()
    except WrongDeviceError as error:
        return Finding(RIG, "wrong board", str(error))
    except RefusedError as error:
        if error.code != codes.E_NOT_PROVISIONED:
            raise
        text = "the board is new and can seal nothing: name its USB port, and it is given one"
        return Finding(RIG, "no key", text)
    return None


def check_hands(bench: Bench) -> Finding | None:
    """What the rig moves and shows, as the board sees it over its link."""
    found = _check_switches(bench) if "lid" in bench.capabilities else None
    if found is None and "dice" in bench.capabilities:
        found = _check_chambers(bench)
    return found


def _check_identity(bench: Bench, line: bytes, image: str | None) -> Finding | None:
    match = _LINE.fullmatch(line)
    if match is None:
        return Finding(RIG, "no echo", f"what answers is no board of ours: {line[:60]!r}")
    if match[3].decode() != bench.board:
        text = f"the board is a {match[3].decode()}, not a {bench.board}"
        return Finding(RIG, "wrong board", text)
    if image is not None and match[4].decode() != image:
        text = f"it runs sha256:{match[4].decode()[:16]}..., not sha256:{image[:16]}..."
        return Finding(BOARD, "wrong image", text)
    return None


def ask_line(bench: Bench, port: str) -> bytes:
    """The identity line of a port of the board under test; empty if it does not answer."""
    line = bench.raw(port)
    try:
        return askline.ask(line, bench.clock)
    finally:
        line.close()


def _check_switches(bench: Bench) -> Finding | None:
    for switch in ("lid", "tilt"):
        bench.open(switch)
        opened = _sees(bench, switch, 1)
        bench.close(switch)
        if not opened or not _sees(bench, switch, 0):
            text = f"the rig moves the {switch}, and the board does not see it"
            return Finding(RIG, "wrong wiring", text)
    bench.drain()
    return None


def _sees(bench: Bench, switch: str, level: int) -> bool:
    """Whether the board comes to read that level: it seals a record of the opening meanwhile."""
    try:
        bench.until(lambda: bench.diagnostics()[switch] == level, _SWITCH_S)
    except AssertionError:
        return False
    return True


def _check_chambers(bench: Bench) -> Finding | None:
    bench.place(_LEFT, _RIGHT)
    try:
        frames = chamber_frames(bench.link)
    except LinkError as error:
        return Finding(RIG, "wrong wiring", f"no picture of the chambers: {error}")
    faces = tuple(explain(frame).verdict.face for frame in frames)
    if faces == (_RIGHT, _LEFT):
        return Finding(RIG, "wrong wiring", "the two sensors are crossed")
    if faces != (_LEFT, _RIGHT):
        text = f"shown {_LEFT} and {_RIGHT}, the sensors show {faces[0]} and {faces[1]}"
        return Finding(RIG, "wrong wiring", text)
    return None

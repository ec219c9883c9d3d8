"""The board in the loop as a test sees it: its link, and hands for what no message can do.

A test names what it needs by `@pytest.mark.needs(...)`; a bench that has no such hands is not
given that test. Nothing here looks into the board: what is known of it came over a port.
"""

from __future__ import annotations

import random
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from boards.virtual.pcwatch import EntryCounter
from boxcars.errors import HostError
from boxcars.link import Link, Record
from boxcars.link.answers import Course
from boxcars.link.ports import Clock, SerialPort
from boxcars.record.keys import PublicKey
from boxcars.record.logfile import LogWriter
from boxcars.record.rulebooks import known_rule_books
from boxcars.record.verify import Summary, verify_log
from boxcars.record.view import Entry, Header, Line, Return, decode_body, parse_header
from boxcars.replay.bundle import Bundle
from shaker.app import meters, service_commands
from shaker.seal import record as layout

# What a bench may be able to do. The virtual one can do all of it.
CAPABILITIES = {
    "power_cut": "switch the board's supply",
    "lid": "open lid, doors and tilt",
    "dice": "show faces to the sensors",
    "motor_trace": "record the edges of the motor's lines",
    "faults": "order faults of motor, dice and optics",
    "torn_flash": "cut the supply within a flash operation",
    "flash_copy": "read and write the flash from outside",
    "hang": "send the program into an endless loop",
    "usb": "talk to the technician's port",
    "allocator": "count what the image asks of its heap",
}
RECORD_S = 40.0
_STEP_S = 0.05
LOOKS_MIN = 10
HOME = "mbs-2020"
SEATS = 2


class NoHandsError(HostError):
    """A test asked for something that it had not said it needs."""


class Bench(ABC):
    """One board, powered, provisioned, at a table with no stakes when a test begins."""

    target: str
    rig: str
    board: str
    seed: int
    capabilities: frozenset[str]
    link: Link
    clock: Clock

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.turn = 0  # which repetition of a test it is

    def rng(self) -> random.Random:
        """The chance of a test: another one in each of its repetitions."""
        return random.Random(f"{self.seed}/{self.turn}")

    # -- ports -------------------------------------------------------------------------------

    @abstractmethod
    def raw(self, port: str) -> SerialPort:
        """The bare line of `host` or `usb`."""

    @abstractmethod
    def new_link(self, port: str, *, acknowledge: bool = False, reconnect_s: float = 20.0) -> Link:
        """Another link, not connected."""

    # -- hands -------------------------------------------------------------------------------

    def supply(self) -> bool | None:
        """Whether the board has its supply; None if nobody can tell."""
        return None

    def power_off(self) -> None:
        _no_hands("power_cut")

    def power_on(self) -> None:
        _no_hands("power_cut")

    def wait_ready(self, timeout_s: float = 20.0) -> None:
        """Until the board can be talked to."""
        _no_hands("power_cut")

    def cut_in_flash_op(self, nth: int, fraction: float) -> None:
        _no_hands("torn_flash")

    def show(self, left: int, right: int) -> None:
        _no_hands("dice")

    def place(self, left: int, right: int) -> None:
        _no_hands("dice")

    def order(self, faults: str) -> None:
        _no_hands("faults")

    def clear(self) -> None:
        _no_hands("faults")

    def open(self, switch: str) -> None:
        _no_hands("lid")

    def close(self, switch: str) -> None:
        _no_hands("lid")

    def motor_edges(self) -> Sequence[tuple[int, str, float]]:
        """Time in ns, line (enable, brake, pwm), level or duty."""
        _no_hands("motor_trace")

    def allocations(self) -> EntryCounter:
        """Count entries into the allocator: a context manager."""
        _no_hands("allocator")

    def hang(self) -> None:
        _no_hands("hang")

    def read_flash(self) -> bytes:
        _no_hands("flash_copy")

    def write_flash(self, data: bytes) -> None:
        _no_hands("flash_copy")

    @abstractmethod
    def bundle(self, test: str, failure: str) -> Bundle:
        """Everything that is known, for a failure."""

    @abstractmethod
    def end(self) -> None:
        """Let go of it."""

    # -- what tests do with them -------------------------------------------------------------

    def restart(self, off_s: float = 1.0) -> None:
        """Mains off and on; the link finds out by itself."""
        self.power_off()
        self.clock.sleep(off_s)
        self.power_on()
        self.wait_ready()

    def until(self, done: Callable[[], bool], timeout_s: float = RECORD_S) -> None:
        """Let time pass on the link until it is so. However late it gets, it is looked at often:
        a virtual board on a busy machine may be slower than the wall."""
        deadline = self.clock.monotonic() + timeout_s
        looks = 0
        while not done():
            looks += 1
            late = looks >= LOOKS_MIN and self.clock.monotonic() >= deadline
            assert not late, f"not so within {timeout_s:g} s"
            self.link.idle(_STEP_S)

    def take(self, kind: int | None = None, timeout_s: float = RECORD_S) -> Header:
        """The next record of that kind; those on the way to it are acknowledged as well."""
        while True:
            got = self.link.next_record(timeout_s)
            wanted = "" if kind is None else layout.KIND_WORDS[kind] + " "
            assert got is not None, f"no {wanted}record came in {timeout_s:g} s"
            self.keep(got)
            header = parse_header(got.header)
            if kind is None or header.kind == kind:
                return header

    def keep(self, got: Record) -> None:
        """On disk, as far as a test is concerned: acknowledge it."""
        self.link.commit(got)
        if not self.records or got.sequence > self.records[-1].sequence:
            self.records.append(got)

    def drain(self) -> None:
        """Take what there is."""
        while self.link.ping().acknowledged < self.link.ping().newest:
            self.take()

    @property
    def last_body(self) -> list[Entry]:
        return list(decode_body(self.records[-1].body))

    @property
    def lines(self) -> list[Line]:
        """What the last roll did."""
        return [entry for entry in self.last_body if isinstance(entry, Line)]

    @property
    def returns(self) -> list[Return]:
        """What the last record gave back."""
        return [entry for entry in self.last_body if isinstance(entry, Return)]

    def roll(self, left: int, right: int) -> Header:
        """A round with these faces, to its acknowledged record."""
        self.show(left, right)
        self.link.roll()
        return self.take(layout.KIND_RESULT)

    def open_table(self, profile: str = HOME, seats: int = SEATS, **course: int) -> None:
        """Another table; its records are taken."""
        self.link.open_table(profile, seats, course=Course(**course))
        self.drain()

    def meters(self) -> dict[str, int]:
        """The named meters."""
        values = {row.meter: row.value for row in self.link.meters()}
        return {name: values[first] for name, first, _ in meters.NAMES}

    def diagnostics(self) -> dict[str, int]:
        words = service_commands.WORDS
        return {words[row.what]: row.value for row in self.link.diagnostics()}

    def verified(self, records: Sequence[Record] | None = None) -> Summary:
        """Every record so far (or these) as `boxcars verify` checks a log; a finding is raised.

        A board that has records from before is asked for its key; else the log's own is taken.
        """
        records = self.records if records is None else records
        first = records[0].sequence
        key = PublicKey(self.link.key().public) if first else None
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "records.log"
            with LogWriter(path) as log:
                for got in records:
                    log.append(got.header, got.signature, got.body)
            return verify_log(path, key, rule_books=known_rule_books(), first=first)


def _no_hands(capability: str) -> NoReturn:
    raise NoHandsError(
        f"this bench cannot {CAPABILITIES[capability]}: mark the test needs({capability!r})"
    )

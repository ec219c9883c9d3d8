"""A virtual board: the chip, its flash, its power, its two serial lines, in simulated time.

Nothing here reads a clock of this machine. The same image, seed and calls give the same run to the
cycle. Callbacks (`at`, listeners) run between two instructions and must not run the board.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from boards.virtual import image as images
from boards.virtual import uf2
from boards.virtual.chip import Chip
from boards.virtual.errors import BoardStateError, SimTimeoutError
from boards.virtual.flash import FLASH_SIZE, SECTOR_SIZE, FlashOp, FlashTiming, TornOp
from boards.virtual.flashfile import FlashFile
from boards.virtual.fork import run_forked
from boards.virtual.image import Image
from boards.virtual.interrupt import deferred_interrupt
from boards.virtual.pcwatch import EntryCounter
from boards.virtual.pins import Pins
from boards.virtual.ports import CdcPort, UartPort
from boards.virtual.repl import RawRepl
from boards.virtual.resets import ResetKind
from boards.virtual.simtime import MS, SEC
from boards.virtual.symbols import Symbols

_Result = TypeVar("_Result")


@dataclass(frozen=True)
class Event:
    """Something that happened to the whole board; `kind` is a reset kind or "power-off"."""

    time: int
    kind: str


class Board:
    """One board on the bench. Off until `power_on()`, which the constructor calls by default."""

    def __init__(
        self,
        program: Image | Path | bytes | None = None,
        *,
        seed: int = 0,
        elf: Path | None = None,
        flash_file: FlashFile | None = None,
        timing: FlashTiming | None = None,
        powered: bool = True,
    ) -> None:
        """`program` is an image, the path of one, or the whole flash of another board."""
        self.seed = seed
        self.events: list[Event] = []
        self.on_event: list[Callable[[Event], None]] = []
        self.on_run: list[Callable[[int], None]] = []  # to that time
        self.on_stop: list[Callable[[], None]] = []
        self.torn: list[TornOp] = []
        self._elf = elf
        self._symbols: Symbols | None = None
        self._rosc = self.rng("rosc")
        self.chip = Chip(self.unique_id, lambda: self._rosc.getrandbits(1))
        self.flash = self.chip.flash
        if timing is not None:
            self.flash.timing = timing
        self.pins = Pins(self.chip)
        self.uart = UartPort(self, self.chip)
        self.cdc = CdcPort(self, self.chip)
        self.repl = RawRepl(self.cdc)
        self._state = "off"
        self._lines_before = 0
        self._running = False
        self._stop_wanted = False
        self._cut_time: int | None = None
        self._reset_wanted: ResetKind | None = None
        self.flash_file = flash_file
        self.flash.write_raw(0, _contents(program))
        if flash_file is not None:
            self.flash.write_raw(0, flash_file.contents)
            flash_file.follow(self.flash)
        if powered:
            self.power_on()

    def rng(self, purpose: str) -> random.Random:
        """A stream of random numbers of its own, from the board's seed."""
        return random.Random(f"{self.seed}/{purpose}")

    @property
    def unique_id(self) -> bytes:
        """The flash chip's serial number, which is `machine.unique_id()`."""
        return hashlib.sha256(f"boxcars virtual board {self.seed}".encode()).digest()[:8]

    # -- time --------------------------------------------------------------------------------

    @property
    def now(self) -> int:
        """Simulated nanoseconds since the board was made, power cuts included."""
        return self.chip.now

    @property
    def cycles(self) -> int:
        """Cycles of the 125 MHz system clock since the board was made."""
        return self.chip.cycles

    def at(self, time: int, action: Callable[[], None]) -> Callable[[], None]:
        """Call `action` at that simulated time. Returns what cancels it."""
        return self.chip.schedule(time, action)

    def run_for(self, duration: int) -> bool:
        return self.run_to(self.now + duration)

    def run_to(self, time: int) -> bool:
        """Run to that simulated time. False: `stop()` or a power cut ended it before."""
        if self._running:
            raise BoardStateError("a callback of the board must not run the board")
        for told in self.on_run:
            told(time)
        self._running = True
        self._stop_wanted = False
        cancel = self.chip.schedule(time, self.chip.stop)
        try:
            with deferred_interrupt(self.stop):
                while self.chip.now < time and not self._stop_wanted:
                    self.chip.run()
                    self._after_batch()
        finally:
            cancel()
            self._running = False
        return self.chip.now >= time

    def run_until(self, done: Callable[[], bool], timeout: int = 10 * SEC, step: int = MS) -> None:
        """Run until `done()`, which is asked every `step`; `SimTimeoutError` if it never comes."""
        deadline = self.now + timeout
        while not done():
            if self.now >= deadline:
                raise SimTimeoutError(f"nothing came of it within {timeout / SEC:g} simulated s")
            self.run_to(min(deadline, self.now + step))

    @property
    def ready(self) -> bool:
        """Can it be talked to? On the bus, and it has said a line, or a second has passed."""
        if self._state != "running":
            return self._state == "bootsel"
        since = self.cdc.connected_since
        spoke = self.cdc.line_count + self.uart.line_count > self._lines_before
        return since is not None and (spoke or self.now - since > SEC)

    def stop(self) -> None:
        """End the `run_...` in progress at the next instruction."""
        for told in self.on_stop:
            told()
        self._stop_wanted = True
        self.chip.stop()

    def _after_batch(self) -> None:
        if self._cut_time is not None:
            self._cut(self._cut_time)
        elif self.chip.reset_request is not None or self._reset_wanted is not None:
            kind = self._reset_wanted or self.chip.reset_request
            assert kind is not None
            self._reset_wanted = None
            self._restart(kind, to_bootsel=kind is ResetKind.BOOTSEL)

    # -- power and reset ---------------------------------------------------------------------

    @property
    def state(self) -> str:
        """ "off", "running" or "bootsel"."""
        return self._state

    def power_on(self, *, bootsel: bool = False) -> None:
        """Mains on; with `bootsel` the button is held, and the ROM shows its drive."""
        if self._state != "off":
            raise BoardStateError("the board is on already")
        noise = self.rng(f"sram {len(self.events)}").randbytes(self.chip.sram_size)
        self.chip.fill_sram(noise)
        self._restart(ResetKind.POWER_ON, to_bootsel=bootsel)

    def power_off(self) -> None:
        """Cut the mains now. An erase or program in progress is left torn."""
        if self._state == "off":
            return
        if self._running:
            self._cut_time = self.now
            self.chip.stop()
        else:
            self._cut(self.now)

    def cut_power_at(self, time: int) -> Callable[[], None]:
        """Cut the mains at that simulated time. Returns what cancels it."""
        return self.at(time, self.power_off)

    def cut_power_in_flash_op(self, nth: int, fraction: float = 0.5) -> Callable[[], None]:
        """Cut the mains in the nth erase or program from now (1 is the next), part done.

        `fraction` 0 is the instant at which it starts, 1 the one at which it is complete.
        """
        assert nth >= 1
        assert 0.0 <= fraction <= 1.0
        wanted = self.flash.op_count + nth - 1

        def started(op: FlashOp) -> None:
            if op.index == wanted:
                self.cut_power_at(op.started + round(fraction * (op.ends - op.started)))

        self.flash.on_start.append(started)
        return lambda: self.flash.on_start.remove(started)

    def reset(self, kind: ResetKind = ResetKind.RUN_PIN) -> None:
        """Reset the processor from outside; by default a pulse on the RUN pin."""
        if self._state == "off":
            raise BoardStateError("the board is off")
        if self._running:
            self._reset_wanted = kind
            self.chip.stop()
        else:
            self._restart(kind, to_bootsel=kind is ResetKind.BOOTSEL)

    def hang(self) -> None:
        """The program runs into an endless loop with interrupts off, as a wild one would."""
        if self._state != "running":
            raise BoardStateError("no program runs")
        self.chip.hang()

    def stir(self, number: int) -> None:
        """Another course of chance from here on: what the ring oscillator gives."""
        self._rosc = self.rng(f"rosc {number}")

    def _cut(self, time: int) -> None:
        self._cut_time = None
        torn = self.flash.cut(time, self.rng(f"torn {time}"))
        if torn is not None:
            self.torn.append(torn)
        self.chip.reset(ResetKind.POWER_ON)
        self.cdc.on_bus_reset()
        self.repl.forget()
        self.pins.after_reset()
        self._state = "off"
        self._stop_wanted = True
        self._tell("power-off")

    def _restart(self, kind: ResetKind, *, to_bootsel: bool) -> None:
        self.chip.reset(kind)
        self.cdc.on_bus_reset()
        self.repl.forget()
        self._lines_before = self.cdc.line_count + self.uart.line_count
        to_bootsel = to_bootsel or not images.is_startable(self.flash.read(0, 256))
        self._state = "bootsel" if to_bootsel else "running"
        if not to_bootsel:
            self.chip.release()
        self.pins.after_reset()
        self._tell(kind.value)
        if to_bootsel and kind is not ResetKind.BOOTSEL:
            self._tell(ResetKind.BOOTSEL.value)

    def _tell(self, kind: str) -> None:
        event = Event(self.now, kind)
        self.events.append(event)
        for listener in list(self.on_event):
            listener(event)

    # -- programming -------------------------------------------------------------------------

    def program(self, image: Image) -> None:
        """Put an image into flash from outside; what lies in other sectors stays."""
        for sector in image.sectors():
            self.flash.write_raw(sector, b"\xff" * SECTOR_SIZE)
        for offset, page in image.pages.items():
            self.flash.write_raw(offset, page)

    def receive_uf2(self, receiver: uf2.Receiver) -> None:
        """In BOOTSEL: what has come is in flash at once; a whole program is started."""
        if self._state != "bootsel":
            raise BoardStateError("the board is not in BOOTSEL")
        for write in receiver.take():
            if write.erase is not None:
                self.flash.write_raw(write.erase, b"\xff" * SECTOR_SIZE)
            self.flash.write_raw(write.offset, write.page)
        if receiver.complete:
            self._restart(ResetKind.SOFTWARE, to_bootsel=False)

    # -- looking in --------------------------------------------------------------------------

    @property
    def symbols(self) -> Symbols:
        if self._symbols is None:
            self._symbols = Symbols(self._elf)
        return self._symbols

    def count_entries(self, *functions: str) -> EntryCounter:
        """Count entries into functions of the image while it runs: a context manager."""
        return EntryCounter(self.chip, [self.symbols.function(name) for name in functions])

    def in_fork(self, action: Callable[[Board], _Result]) -> _Result:
        """Run `action` on a copy of this board in a forked process; this one stays as it is."""

        def run() -> _Result:
            if self.flash_file is not None:
                self.flash_file.detach()
            return action(self)

        return run_forked(run)

    def close(self) -> None:
        if self.flash_file is not None:
            self.flash_file.close()
            self.flash_file = None


def _contents(program: Image | Path | bytes | None) -> bytes:
    if program is None:
        return b"\xff" * FLASH_SIZE
    if isinstance(program, Path):
        program = images.load(program)
    if isinstance(program, Image):
        return program.flash()
    return program.ljust(FLASH_SIZE, b"\xff")

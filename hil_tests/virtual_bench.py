"""A bench of its own for each worker: the shipped image on the emulated board in its cabinet.

It is booted, provisioned and seated once; every test then runs on a forked copy, so it is the same
alone or in company, and costs no start.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial

from boards.virtual.flash import FLASH_SIZE
from boards.virtual.pcwatch import EntryCounter
from boards.virtual.simserial import SimSerial
from boards.virtual.simtime import SEC
from boxcars.build import artifacts
from boxcars.link import Link
from boxcars.link.answers import Course
from boxcars.link.ports import SerialPort
from boxcars.replay.bundle import Bundle, Sealed
from boxcars.replay.tape import TapedTable
from hil_tests.bench import CAPABILITIES, HOME, SEATS, Bench


class VirtualBench(Bench):
    """Hands on a taped table, in simulated time."""

    target = "virtual"
    rig = "virtual cabinet"

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed = seed
        self.board = artifacts.PRODUCT
        self.capabilities = frozenset(CAPABILITIES)
        self.table = TapedTable(seed=seed)
        self.clock = self.table.clock
        self.link = self.table.link

    def begin(self) -> None:
        """From power-on to a table at which wagers are taken."""
        self.table.start()
        self.link.follow()
        self.link.open_table(HOME, SEATS, course=Course())
        self.drain()

    def stir(self, number: int) -> None:
        """Another course of chance: a repeated test is not the same run again."""
        self.table.do("stir", number)

    # -- ports -------------------------------------------------------------------------------

    def raw(self, port: str) -> SerialPort:
        return SimSerial(self.table.board, self.table.port(_port(port)), timeout=0.0)

    def new_link(self, port: str, *, acknowledge: bool = False, reconnect_s: float = 20.0) -> Link:
        opened = partial(self.raw, port)
        return Link(
            opened,
            clock=self.clock,
            acknowledge=acknowledge,
            reconnect_s=reconnect_s,
            keep_events=False,
        )

    def end(self) -> None:
        self.table.close()

    # -- hands -------------------------------------------------------------------------------

    def supply(self) -> bool:
        return self.table.board.state != "off"

    def power_off(self) -> None:
        self.table.do("power-off")

    def power_on(self) -> None:
        self.table.do("power-on")

    def wait_ready(self, timeout_s: float = 20.0) -> None:
        board = self.table.board
        board.run_until(lambda: board.ready, timeout=int(timeout_s * SEC))

    def cut_in_flash_op(self, nth: int, fraction: float) -> None:
        self.table.do("cut-in-flash-op", nth, fraction)

    def show(self, left: int, right: int) -> None:
        self.table.do("show", left, right)

    def place(self, left: int, right: int) -> None:
        self.table.do("place", left, right)

    def order(self, faults: str) -> None:
        self.table.do("order", faults)

    def clear(self) -> None:
        self.table.do("clear")

    def open(self, switch: str) -> None:
        self.table.do("open", switch)

    def close(self, switch: str) -> None:
        self.table.do("close", switch)

    def motor_edges(self) -> Sequence[tuple[int, str, float]]:
        return list(self.table.cabinet.motor.edges)

    def allocations(self) -> EntryCounter:
        return self.table.board.count_entries("gc_alloc", "gc_realloc")

    def hang(self) -> None:
        self.table.do("hang")

    def read_flash(self) -> bytes:
        return bytes(self.table.board.flash.read(0, FLASH_SIZE))

    def write_flash(self, data: bytes) -> None:
        self.table.do("program", 0, data)

    @property
    def faces(self) -> tuple[int, int]:
        return self.table.cabinet.faces

    def bundle(self, test: str, failure: str) -> Bundle:
        table = self.table
        table.do("end")
        facts = {
            "test": test,
            "target": self.target,
            "rig": self.rig,
            "seed": self.seed,
            "board": self.board,
            "device": table.board.unique_id.hex(),
            **_image_facts(),
        }
        return Bundle(
            facts,
            failure,
            tape=table.tape,
            heard=table.heard,
            records=[Sealed(it.header, it.signature, it.body) for it in self.records],
            frames=list(table.seen),
            motor=list(table.cabinet.motor.edges),
            events=[(event.time, event.kind) for event in table.board.events],
            flash=self.read_flash(),
        )


def _image_facts() -> dict[str, object]:
    """Which program lies in the flash of a bundle, and how far it reaches."""
    built = json.loads(artifacts.image(artifacts.PRODUCT).manifest.read_text())["image"]
    return {"image": built["sha256"], "image_size": built["bytes"]}


def _port(name: str) -> str:
    return {"host": "uart0", "usb": "usb"}[name]

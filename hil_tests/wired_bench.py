"""A bench of two emulated boards: the product, and the rig's own that plays the cabinet to it."""

from __future__ import annotations

from boards.virtual.board import Board
from boards.virtual.simserial import SimSerial, SimTime
from boards.virtual.simtime import SEC
from boards.virtual.wired import WiredRig
from boxcars.build import artifacts, wiring
from boxcars.link.ports import SerialPort
from boxcars.paths import BOARDS
from hil_tests.rigfile import NEED_RIG, RigFile
from hil_tests.serial_bench import SerialBench

_START_S = 20
_NEW = RigFile(
    "two emulated boards",
    artifacts.PRODUCT,
    None,
    "built",
    host="host",
    usb="usb",
    rig="rig",
    capabilities=NEED_RIG | {"usb"},
)


class WiredBench(SerialBench):
    """The bench of a rig, in simulated time: its ports lead to the two boards."""

    target = "wired"

    def __init__(self, seed: int) -> None:
        product, rig = artifacts.image(artifacts.PRODUCT), artifacts.image(artifacts.RIG)
        self.pair = WiredRig(
            Board(product.uf2, seed=seed, elf=product.elf, powered=False),
            Board(rig.uf2, seed=seed + 1, elf=rig.elf, powered=False),
            wiring.load(BOARDS / artifacts.PRODUCT),
            wiring.load(BOARDS / artifacts.RIG),
        )
        pair = self.pair
        self._lines = {"host": pair.product.uart, "usb": pair.product.cdc, "rig": pair.rig.cdc}
        super().__init__(_NEW, seed, opened=self._open_line, clock=SimTime(pair.product))
        pair.run_until(lambda: pair.rig.ready, _START_S * SEC)

    def _open_line(self, name: str) -> SerialPort:
        return SimSerial(self.pair.product, self._lines[name], timeout=0.0)

    def end(self) -> None:
        super().end()
        self.pair.close()

"""The board on an emulated RP2040: in-process, deterministic, stepped in simulated time.

    from boards.virtual import Board, MS
    board = Board(Path("firmware.uf2"), seed=7)
    board.run_for(500 * MS)
    print(board.repl.exec("print(1 + 1)"))

`README.md` beside this file says what is modelled and what is not.
"""

from boards.virtual.board import Board, Event
from boards.virtual.flash import FlashOp, FlashTiming, TornOp
from boards.virtual.flashfile import FlashFile
from boards.virtual.image import Image
from boards.virtual.image import load as load_image
from boards.virtual.pins import PwmState, SpiDevice
from boards.virtual.resets import ResetKind
from boards.virtual.simtime import CLK_SYS_HZ, MS, SEC, US

__all__ = [
    "CLK_SYS_HZ",
    "MS",
    "SEC",
    "US",
    "Board",
    "Event",
    "FlashFile",
    "FlashOp",
    "FlashTiming",
    "Image",
    "PwmState",
    "ResetKind",
    "SpiDevice",
    "TornOp",
    "load_image",
]

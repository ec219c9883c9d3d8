"""`boxcars virtual`: the image on an emulated board, as a process with two serial ports."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click
from rich.table import Table

from boards.virtual.board import Board
from boards.virtual.cabinet import Cabinet, Fault, parse_faults
from boards.virtual.drive import BootselDrive
from boards.virtual.flashfile import FlashFile
from boards.virtual.hands import Hands
from boards.virtual.image import Image, load
from boards.virtual.process import BoardProcess, Options, link_ports
from boards.virtual.rundir import FACTS, RunDir
from boards.virtual.wired import WiredRig
from boards.virtual.wiredprocess import WiredProcess
from boxcars.build import artifacts, wiring
from boxcars.console.documents import document, emit, json_errors
from boxcars.console.options import JSON
from boxcars.console.screen import screen
from boxcars.errors import UsageError
from boxcars.paths import BOARDS

_HANDS = "hands"
_SCHEMA = "virtual/1"
# What `mpconfigboard.h` calls it on the bus.
_PRODUCTS = {
    artifacts.PRODUCT: "Dice shaker controller",
    artifacts.BENCH: "Dice shaker bench kit",
}


@click.command("virtual")
@click.option(
    "--image",
    "image_path",
    type=click.Path(path_type=Path, dir_okay=False),
    help="UF2 or binary to run  [default: the built image of --board]",
)
@click.option(
    "--board",
    "board_name",
    type=click.Choice(artifacts.SHAKERS),
    default=artifacts.PRODUCT,
    show_default=True,
    help="which built image to run",
)
@click.option(
    "--flash",
    "flash_path",
    type=click.Path(path_type=Path, dir_okay=False),
    help="keep the flash in this file; made from the image if it is not there",
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="unique id, entropy, RAM, dice, dirt"
)
@click.option(
    "--faults",
    metavar="FILE|SPEC",
    help="what is wrong with the cabinet: 'cocked left 30; lid at=800 for=20 shake=2'",
)
@click.option(
    "--show",
    "shown",
    metavar="FACES",
    help="how the next rolls come to rest: 3-5,6-6",
)
@click.option(
    "--rig",
    "with_rig",
    is_flag=True,
    help="a second board, with the rig's image, plays the cabinet; its USB is a third port",
)
@click.option("--realtime", is_flag=True, help="hold simulated time to the wall clock throughout")
@click.option(
    "--bootsel",
    "bootsel_folder",
    type=click.Path(path_type=Path),
    help="folder that stands for the BOOTSEL drive; must not exist  [default: one of its own]",
)
@click.option(
    "--exit-with-parent/--no-exit-with-parent",
    default=True,
    show_default=True,
    help="end when the process that started this one ends",
)
@JSON
def command(
    image_path: Path | None,
    board_name: str,
    flash_path: Path | None,
    seed: int,
    faults: str | None,
    shown: str | None,
    with_rig: bool,
    realtime: bool,
    bootsel_folder: Path | None,
    exit_with_parent: bool,
    as_json: bool,
) -> None:
    """Run the image on an emulated RP2040: UART0 and USB on a pseudo-terminal each.

    The board sits in a simulated cabinet, wired as --board says: motor, dice, sensors, switches.
    What is written into the file that it names as 'hands' is done to the cabinet: 'missing' takes
    the dice out, 'open lid' opens the lid, an empty file mends everything. With --rig it is wired
    to a rig's board instead, and has no supply until that is told to feed it ('pytest hil_tests
    --rig FILE').

    Ends on Ctrl-C, SIGTERM, or with the process that started it. While only the USB port is in use
    idle simulated time is skipped; a client on UART0, and --realtime, get wall time.
    """
    with json_errors(as_json):
        if with_rig and (faults or shown):
            raise UsageError("--rig: what it shows is told to the rig, not by --faults or --show")
        plan = _Plan(
            image_path or artifacts.image(board_name).uf2,
            board_name,
            parse_faults(faults) if faults else (),
            parse_rolls(shown) if shown else (),
            bootsel_folder,
            Options(realtime, os.getppid() if exit_with_parent else None),
        )
        board = make_board(load(plan.path), flash_path, seed, reflash=image_path is not None)
        _serve(board, plan, with_rig, as_json)


@dataclass(frozen=True)
class _Plan:
    """What is round the board."""

    path: Path
    board_name: str
    faults: Sequence[Fault]
    rolls: Sequence[tuple[int, int]]
    bootsel: Path | None
    options: Options


def _serve(board: Board, plan: _Plan, with_rig: bool, as_json: bool) -> None:
    """Until a signal, or the end of the parent."""
    with RunDir() as folder:
        drive = BootselDrive(plan.bootsel or folder / "RPI-RP2")
        facts: dict[str, str | int] = {}
        process: BoardProcess
        if with_rig:
            process = wired = wire_rig(board, plan, drive)
            facts["rig"] = str(wired.rig_pty.path)
        else:
            process = sit_in_cabinet(board, plan, drive, folder / _HANDS)
            facts["hands"] = str(folder / _HANDS)
        link_ports(folder, process)
        facts |= {
            "uart0": str(process.uart_pty.path),
            "usb": str(process.usb_pty.path),
            "pid": os.getpid(),
            "bootsel": str(drive.folder),
            "links": str(folder),
            "image": str(plan.path),
            "seed": board.seed,
            "unique_id": board.unique_id.hex(),
            "product": _PRODUCTS[plan.board_name],
        }
        if board.state == "bootsel":
            _register(folder, facts)
        process.run(lambda: _announce(folder, facts, as_json))


def sit_in_cabinet(
    board: Board, plan: _Plan, drive: BootselDrive, hands_path: Path
) -> BoardProcess:
    """The board in a simulated cabinet, on."""
    board.power_on()
    cabinet = Cabinet(board, wiring.load(BOARDS / plan.board_name))
    for left, right in plan.rolls:
        cabinet.show(left, right)
    hands = Hands(hands_path, cabinet, plan.faults)
    return BoardProcess(board, drive, replace(plan.options, look=hands.look))


def wire_rig(board: Board, plan: _Plan, drive: BootselDrive) -> WiredProcess:
    """The board wired to a rig, which feeds it when it is told to."""
    built = artifacts.image(artifacts.RIG)
    rig = Board(built.uf2, seed=board.seed + 1, elf=built.elf, powered=False)
    own, other = wiring.load(BOARDS / plan.board_name), wiring.load(BOARDS / artifacts.RIG)
    return WiredProcess(WiredRig(board, rig, own, other), drive, plan.options)


def parse_rolls(text: str) -> tuple[tuple[int, int], ...]:
    """`3-5,6-6`: pairs of faces, left and right."""
    rolls = []
    for word in text.split(","):
        found = re.fullmatch(r"\s*([1-6])-([1-6])\s*", word)
        if not found:
            raise UsageError(f"--show: {word!r} is not two faces like 3-5")
        rolls.append((int(found[1]), int(found[2])))
    return tuple(rolls)


def make_board(image: Image, flash_path: Path | None, seed: int, *, reflash: bool) -> Board:
    """A board with that image, off; a flash file that exists wins unless it is to be reflashed."""
    flash_file = FlashFile(flash_path, image.flash()) if flash_path else None
    board = Board(image, seed=seed, flash_file=flash_file, powered=False)
    if flash_file is not None and not flash_file.created:
        if reflash:
            board.program(image)
        elif board.flash.read(0, image.size) != image.flash()[: image.size]:
            print(
                f"boxcars: {flash_path} holds another program than {image.name}; it is run as it "
                "is (--image FILE flashes one)",
                file=sys.stderr,
            )
    return board


def _register(folder: Path, facts: dict[str, str | int]) -> None:
    """From now on `boxcars list` finds it."""
    (folder / FACTS).write_text(document(_SCHEMA, facts))


def _announce(folder: Path, facts: dict[str, str | int], as_json: bool) -> None:
    _register(folder, facts)
    if as_json:
        emit(_SCHEMA, facts)
        return
    table = Table(box=None, show_header=False)
    for name, value in facts.items():
        table.add_row(name, str(value))
    screen().print(table)
    print("Ctrl-C ends it.", file=sys.stderr, flush=True)

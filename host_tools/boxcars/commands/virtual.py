"""`boxcars virtual`: the image on an emulated board, as a process with two serial ports."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from boards.virtual.board import Board
from boards.virtual.cabinet import Cabinet, parse_faults
from boards.virtual.drive import BootselDrive
from boards.virtual.flashfile import FlashFile
from boards.virtual.image import Image, load
from boards.virtual.process import BoardProcess, Options, link_ports
from boards.virtual.rundir import FACTS, RunDir
from boards.virtual.wired import WiredRig
from boards.virtual.wiredprocess import WiredProcess
from boxcars.build import artifacts, wiring
from boxcars.errors import UsageError
from boxcars.paths import BOARDS

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
@click.option("--json", "as_json", is_flag=True, help="print one JSON line when ready")
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
    With --rig it has no supply until the rig is told to feed it: 'pytest hil_tests --rig FILE'.

    Ends on Ctrl-C, SIGTERM, or with the process that started it. While only the USB port is in use
    idle simulated time is skipped; a client on UART0, and --realtime, get wall time.
    """
    parent = os.getppid() if exit_with_parent else None
    if with_rig and (faults or shown):
        raise UsageError("--rig: what the rig shows is told to the rig, not by --faults or --show")
    path = image_path or artifacts.image(board_name).uf2
    image = load(path)
    with RunDir() as folder:
        drive = BootselDrive(bootsel_folder or folder / "RPI-RP2")
        board = make_board(image, flash_path, seed, reflash=image_path is not None)
        options = Options(realtime, parent)
        process = (
            wire_rig(board, board_name, drive, options)
            if with_rig
            else sit_in_cabinet(board, board_name, drive, options, faults, shown)
        )
        link_ports(folder, process)
        facts: dict[str, str | int] = {
            "uart0": str(process.uart_pty.path),
            "usb": str(process.usb_pty.path),
            "pid": os.getpid(),
            "bootsel": str(drive.folder),
            "links": str(folder),
            "image": str(path),
            "seed": seed,
            "unique_id": board.unique_id.hex(),
            "product": _PRODUCTS[board_name],
        }
        if isinstance(process, WiredProcess):
            facts["rig"] = str(process.rig_pty.path)
        if board.state == "bootsel":
            _register(folder, facts)
        process.run(lambda: _announce(folder, facts, as_json))


def sit_in_cabinet(
    board: Board,
    name: str,
    drive: BootselDrive,
    options: Options,
    faults: str | None,
    shown: str | None,
) -> BoardProcess:
    """The board in a simulated cabinet, on."""
    ordered = parse_faults(faults) if faults else ()
    rolls = parse_rolls(shown) if shown else ()
    board.power_on()
    cabinet = Cabinet(board, wiring.load(BOARDS / name))
    cabinet.order(ordered)
    for left, right in rolls:
        cabinet.show(left, right)
    return BoardProcess(board, drive, options)


def wire_rig(board: Board, name: str, drive: BootselDrive, options: Options) -> WiredProcess:
    """The board wired to a rig, which feeds it when it is told to."""
    built = artifacts.image(artifacts.RIG)
    rig = Board(built.uf2, seed=board.seed + 1, elf=built.elf, powered=False)
    own, other = wiring.load(BOARDS / name), wiring.load(BOARDS / artifacts.RIG)
    return WiredProcess(WiredRig(board, rig, own, other), drive, options)


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
    (folder / FACTS).write_text(json.dumps(facts))


def _announce(folder: Path, facts: dict[str, str | int], as_json: bool) -> None:
    _register(folder, facts)
    if as_json:
        print(json.dumps(facts), flush=True)
        return
    table = Table(box=None, show_header=False)
    for name, value in facts.items():
        table.add_row(name, str(value))
    Console(soft_wrap=True).print(table)
    print("Ctrl-C ends it.", file=sys.stderr, flush=True)

"""`boxcars measure`: is the program that the board runs the one in the file?"""

from __future__ import annotations

from pathlib import Path

import click

from boxcars.console.documents import emit, json_errors
from boxcars.console.options import JSON, PORT
from boxcars.console.session import open_link
from boxcars.errors import VerificationError
from boxcars.link import Expectation
from boxcars.usb.image import load_program, measured


@click.command("measure")
@PORT
@click.option(
    "--image",
    "image_path",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The UF2 or binary that it must run  [default: the built one of that board]",
)
@JSON
def command(port: str | None, image_path: Path | None, as_json: bool) -> None:
    """Verify the software of a board on demand, over a fresh nonce.

    The board takes SHA-256 over the nonce and its whole image in flash; the same is computed here
    from the file. An answer that was recorded before does not fit a new nonce.

    Exit codes: 0 the same, 4 no device, 5 busy port or round under way, 7 another program.
    """
    with json_errors(as_json):
        with open_link(port, Expectation(any_table=True)) as link:
            told = link.identity()
            program = load_program(image_path, told.board)
            nonce, same = measured(link, program)
        if as_json:
            emit(
                "measure/1",
                {
                    "same": same,
                    "device": told.device.hex(),
                    "board": told.board,
                    "version": told.version,
                    "nonce": nonce.hex(),
                    "image": told.image.hex(),
                    "expected": program.digest,
                    "file": str(program.path),
                },
            )
    if not same:
        raise VerificationError(
            f"board {told.device.hex()} runs another program than {program.path}: it says "
            f"sha256:{told.image.hex()[:16]}..., the file has {program.digest[:16]}...: flash it"
        )
    if not as_json:
        click.echo(
            f"board {told.device.hex()} runs {told.version} of {told.board}, the program of "
            f"{program.path}: measured over nonce {nonce.hex()[:16]}..., sha256:{program.digest}"
        )

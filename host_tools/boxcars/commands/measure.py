"""`boxcars measure`: is the program that the board runs the one in the file?"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from boxcars.console.documents import emit, json_errors
from boxcars.console.options import JSON, PORT
from boxcars.errors import VerificationError
from boxcars.usb.choose import choose_port, device_at
from boxcars.usb.image import load_program
from boxcars.usb.measurement import measure

_FIELDS = ("same", "device", "board", "version", "image")


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
    A bench kit is asked at its prompt.

    Exit codes: 0 the same, 4 no device, 5 busy port or round under way, 7 another program.
    """
    with json_errors(as_json):
        port = choose_port(port)
        device = device_at(port)
        found = measure(
            port,
            partial(load_program, image_path),
            is_bench=device is not None and device.is_bench,
        )
    told = f"sha256:{found.image}"
    if as_json:
        shown = {name: getattr(found, name) for name in _FIELDS}
        expected = {"expected": found.program.digest, "file": str(found.program.path)}
        emit("measure/1", {**shown, "nonce": found.nonce.hex(), **expected})
    if not found.same:
        raise VerificationError(
            f"board {found.device} runs another program than {found.program.path}: it says "
            f"{told[:23]}..., the file has {found.program.digest[:16]}...: flash it"
        )
    if not as_json:
        click.echo(
            f"board {found.device} runs {found.version} of {found.board}, the program of "
            f"{found.program.path}: measured over nonce {found.nonce.hex()[:16]}..., {told}"
        )

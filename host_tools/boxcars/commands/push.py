"""`boxcars push`: changed sources onto a bench kit, without building an image."""

from __future__ import annotations

from pathlib import Path

import click

from boxcars.console.documents import emit, json_errors
from boxcars.console.options import JSON, PORT
from boxcars.errors import WrongBoardError
from boxcars.flashing import mpremote, sources
from boxcars.paths import FIRMWARE
from boxcars.usb.choose import choose_port, device_at
from boxcars.usb.devices import PID_RUNNING, VENDOR, Device
from boxcars.usb.probe import identify


@click.command("push")
@click.option(
    "--firmware",
    "folder",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    default=FIRMWARE,
    help="Folder that holds the package 'shaker'  [default: the project's]",
)
@PORT
@JSON
def command(folder: Path, port: str | None, as_json: bool) -> None:
    """Copy the sources that differ from the frozen ones to a bench kit, and restart it.

    It is the real mpremote that copies. At start the board takes them in place of the frozen
    modules; what is frozen as it is here is taken off again. The product has no file system.

    Exit codes: 0 fine, 1 mpremote failed, 4 no device, 5 busy port, 6 not a bench kit.
    """
    with json_errors(as_json):
        port = choose_port(port)
        card = identify(device_at(port) or Device(port, VENDOR, PID_RUNNING, port=port))
        if card.kind != "bench":
            raise WrongBoardError(
                f"{port}: only a bench kit takes sources, it is a {card.kind}: build and flash it"
            )
        there = sources.on_board(mpremote.run, port)
        changes = sources.compare(sources.changed(sources.frozen_digests(), folder), there)
        sources.push(mpremote.run, port, changes)
    copied = [source.module for source in changes.copy]
    if as_json:
        shown = {"copied": copied, "removed": changes.remove}
        emit("push/1", {"port": port, **shown, "unchanged": changes.unchanged})
        return
    for module in copied:
        click.echo(f"copied {module}")
    for name in changes.remove:
        click.echo(f"removed {name}")
    click.echo(f"{changes.unchanged} pushed before are as they are here; the rest is frozen")

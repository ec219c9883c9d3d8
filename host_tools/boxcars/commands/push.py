"""`boxcars push`: changed sources onto a bench kit, without building an image."""

from __future__ import annotations

import click

from boxcars.console.documents import emit, json_errors
from boxcars.console.options import JSON, PORT
from boxcars.errors import WrongBoardError
from boxcars.flashing import mpremote, sources
from boxcars.usb.choose import choose_port, device_at
from boxcars.usb.devices import PID_RUNNING, VENDOR, Device
from boxcars.usb.probe import probe


@click.command("push")
@PORT
@JSON
def command(port: str | None, as_json: bool) -> None:
    """Copy the sources that differ from what a bench kit runs, by mpremote, and restart it.

    A file that is frozen in the image as it is here is taken off the board's file system. The
    product has no file system and takes nothing.

    Exit codes: 0 fine, 1 mpremote failed, 4 no device, 5 busy port, 6 not a bench kit.
    """
    with json_errors(as_json):
        port = choose_port(port)
        card = probe(device_at(port) or Device(port, VENDOR, PID_RUNNING, port=port))
        if card.kind != "bench":
            found = card.problem or f"it is a {card.kind}"
            raise WrongBoardError(f"{port}: only a bench kit takes sources: {found}")
        there = sources.on_board(mpremote.run, port)
        changes = sources.compare(sources.local_digests(), sources.frozen_digests(), there)
        sources.push(mpremote.run, port, changes)
    if as_json:
        shown = {"copied": changes.copy, "removed": changes.remove}
        emit("push/1", {"port": port, **shown, "unchanged": changes.unchanged})
        return
    for path in changes.copy:
        click.echo(f"copied {path}")
    for path in changes.remove:
        click.echo(f"removed {path}")
    click.echo(f"{changes.unchanged} sources are as they are here")

"""`boxcars list`: which boards are there, and who they are."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import click
from rich.table import Table

from boxcars.console.documents import emit, json_errors
from boxcars.console.options import JSON
from boxcars.console.screen import screen
from boxcars.errors import NoBoardError
from boxcars.usb.choose import devices
from boxcars.usb.devices import Device
from boxcars.usb.probe import Card, probe

_AT_ONCE = 8


@click.command("list")
@click.option("--quick", is_flag=True, help="Do not ask the boards who they are.")
@JSON
def command(quick: bool, as_json: bool) -> None:
    """List every board: on USB ports, in BOOTSEL, and virtual ones on this machine.

    Each one that runs is asked who it is; nothing is changed. A bench kit is asked at its prompt,
    if that is free.

    Exit codes: 0 fine, 4 there is none.
    """
    with json_errors(as_json):
        found = devices()
        if not found and not as_json:
            raise NoBoardError("no board is found: plug it in, or hold BOOTSEL while you do")
    cards = [None] * len(found) if quick else _ask_all(found)
    rows = [_row(device, card) for device, card in zip(found, cards, strict=True)]
    if as_json:
        emit("list/1", {"boards": rows})
    else:
        screen().print(_table(rows))
    if not found:
        raise NoBoardError("no board is found: plug it in, or hold BOOTSEL while you do")


def _ask_all(found: list[Device]) -> list[Card | None]:
    if not found:
        return []
    with ThreadPoolExecutor(min(_AT_ONCE, len(found))) as pool:
        return list(pool.map(probe, found))


def _row(device: Device, card: Card | None) -> dict[str, Any]:
    kind = "bootsel" if device.in_bootsel else "unknown"
    told = vars(card or Card(kind))
    return {
        "port": device.port,
        "drive": str(device.drive) if device.drive else None,
        "location": device.location,
        "usb_serial": device.serial,
        "vid_pid": device.vid_pid,
        "virtual": device.is_virtual,
        **told,
    }


def _table(rows: list[dict[str, Any]]) -> Table:
    table = Table(box=None)
    for name in ("port", "USB serial", "VID:PID", "kind", "version", "image", "state"):
        table.add_column(name, overflow="fold")
    for row in rows:
        place = row["port"] or row["drive"] or row["location"]
        image = (row["image"] or "-")[:16]
        cells = row["usb_serial"] or "-", row["vid_pid"], row["kind"], row["version"] or "-"
        table.add_row(place, *cells, image, _state(row))
    return table


def _state(row: dict[str, Any]) -> str:
    if row["problem"]:
        return str(row["problem"])
    if row["kind"] == "bootsel":
        return "waits for a program" + ("" if row["drive"] else ": mount its drive")
    words = [] if row["locked"] is None else ["locked" if row["locked"] else "not locked"]
    words += ["a fault is latched"] if row["faulted"] else []
    return ", ".join(words) or "-"

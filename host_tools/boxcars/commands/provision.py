"""`boxcars provision`: a new board at the station, from its key to its lock."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from boxcars.build import artifacts
from boxcars.console.documents import emit, json_errors
from boxcars.console.hands import ask_hands
from boxcars.console.options import JSON, PORT
from boxcars.console.session import open_link, read_private_key
from boxcars.station.line import Done, Line
from boxcars.station.plan import load_plan
from boxcars.station.register import Register
from boxcars.usb.image import load_program


@click.command("provision")
@click.option(
    "--station",
    "station_path",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="The station's private key ('boxcars key make').",
)
@click.option(
    "--out",
    "out_path",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of the register: boards.jsonl and boards.csv are appended to.",
)
@click.option(
    "--plan",
    "plan_path",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="TOML with table, course, limits, keys, cabinet and optics; nothing has a default.",
)
@click.option(
    "--image",
    "image_path",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The program that it must run  [default: the built product]",
)
@PORT
@JSON
def command(
    station_path: Path,
    out_path: Path,
    plan_path: Path,
    image_path: Path | None,
    port: str | None,
    as_json: bool,
) -> None:
    """Provision a board: key, register, table, limits, people's keys, optics, lock.

    The board makes its key itself; the private half never leaves it. Identity, public key and a
    measurement over a fresh nonce are countersigned by the station and appended to the register,
    synced, before anything else is set. An id or a key that is there already is refused.

    For golden frames of the optics it asks for empty chambers, then for a die in each; without a
    terminal it ends there. Cut off at any moment, it goes on from there when it is run again.

    Exit codes: 0 locked, 1 refused, 2 plan or usage, 3 cannot write, 4 no device, 5 busy, 6 wrong
    board or duplicate, 7 wrong software or a register that does not verify, 8 locked already.
    """
    with json_errors(as_json):
        plan = load_plan(plan_path)
        station = read_private_key(station_path)
        program = load_program(image_path, artifacts.PRODUCT)
        with Register(out_path, station) as register, open_link(port) as link:
            done = Line(plan, program, register, partial(_say, as_json), ask_hands).run(link)
            csv_path, jsonl_path = register.csv, register.jsonl
    if as_json:
        emit("provision/1", _as_dict(done, csv_path, jsonl_path))
    else:
        click.echo(f"board {done.device} is provisioned and locked: key {done.key}")


def _say(as_json: bool, text: str) -> None:
    if not as_json:
        click.echo(text, err=True)


def _as_dict(done: Done, csv_path: Path, jsonl_path: Path) -> dict[str, object]:
    return {
        "device": done.device,
        "key": done.key,
        "image": done.image,
        "measured": True,
        "resumed": done.resumed,
        "calibrated": done.calibrated,
        "locked": True,
        "keys": done.keys,
        "revoked": done.revoked,
        "csv": str(csv_path),
        "jsonl": str(jsonl_path),
    }

"""`boxcars build`: make what is missing, and show the images."""

from __future__ import annotations

import json
from pathlib import Path

import click
from rich.table import Table

from boxcars.build import artifacts
from boxcars.build.plan import Plan
from boxcars.console.documents import emit_rows, json_errors
from boxcars.console.options import JSON
from boxcars.console.screen import screen


@click.command("build")
@click.option(
    "--board",
    "boards",
    multiple=True,
    type=click.Choice(artifacts.BOARD_NAMES),
    help="Build this board's image only (may be repeated).",
)
@click.option(
    "--micropython-dir",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Build from this MicroPython checkout instead of Debian's sources.",
)
@JSON
def command(boards: tuple[str, ...], micropython_dir: Path | None, as_json: bool) -> None:
    """Build mpy-cross, MicroPython for this machine, and the board images.

    Only what its sources, the compiler or the firmware changed is built again. The files are in
    .build/out/BOARD: firmware.uf2, firmware.bin, firmware.elf and manifest.json.
    """
    names = boards or artifacts.BOARD_NAMES
    with json_errors(as_json):
        Plan(micropython_dir).build(names)
    manifests = [json.loads(artifacts.image(name).manifest.read_text()) for name in names]
    if as_json:
        emit_rows("build/1", manifests)
        return
    table = Table(title="Images in .build/out")
    for column in ("board", "kind", "version", "bytes", "SHA-256"):
        table.add_column(column, overflow="fold")
    for manifest in manifests:
        image = manifest["image"]
        table.add_row(
            manifest["board"],
            manifest["kind"],
            manifest["version"],
            f"{image['bytes']} of {image['bytes_max']}",
            image["sha256"],
        )
    screen().print(table)

"""Options that many commands have, with one wording."""

from __future__ import annotations

from pathlib import Path

import click
from click.shell_completion import CompletionItem


def _complete_port(
    _context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    from boxcars.usb.choose import devices  # only when a shell asks

    ports = [(device.port, device.product) for device in devices() if device.port]
    return [CompletionItem(port, help=text) for port, text in ports if port.startswith(incomplete)]


PORT = click.option(
    "--port",
    metavar="PORT",
    shell_complete=_complete_port,
    help="Serial port, or a URL of pyserial (socket://...); by default the only board there is.",
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead.")
JSON_LINES = click.option(
    "--json", "as_json", is_flag=True, help="It prints JSON anyway; an error is an object, too."
)
YES = click.option("--yes", is_flag=True, help="Do not ask.")
SIGNER = click.option(
    "--key",
    "key_path",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Your private key (PEM) for the signed challenge; a board that is not locked needs none.",
)

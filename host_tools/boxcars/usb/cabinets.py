"""Virtual boards of this machine (`boxcars virtual`), as if they were on a bus of their own."""

from __future__ import annotations

import json
from pathlib import Path

from boards.virtual.rundir import FACTS, folders
from boxcars.usb.devices import PID_BOOTSEL, PID_RUNNING, VENDOR, Device


def found() -> list[Device]:
    """Every virtual board of this user that runs."""
    devices = []
    for folder in folders():
        try:
            facts = json.loads((folder / FACTS).read_text())
        except (OSError, ValueError):
            continue  # it is starting or ending
        drive = Path(facts["bootsel"])
        waits = (drive / "INFO_UF2.TXT").exists()
        devices.append(
            Device(
                location=folder.name.removeprefix("boxcars-"),
                vid=VENDOR,
                pid=PID_BOOTSEL if waits else PID_RUNNING,
                serial=facts["unique_id"],
                product=facts["product"],
                port=None if waits else facts["usb"],
                drive=drive if waits else None,
                is_virtual=True,
            )
        )
    return devices

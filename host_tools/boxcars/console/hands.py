"""Asks the person at the terminal to do something that no program can."""

from __future__ import annotations

import sys

import click

from boxcars.optics.calibration import NotReadyError


def ask_hands(what: str) -> None:
    """Wait until they say that it is done; without a terminal that is the end of it."""
    if not sys.stdin.isatty():
        raise NotReadyError(f"{what}, and run this again")
    click.pause(f"{what[0].upper()}{what[1:]}, then press a key ...", err=True)

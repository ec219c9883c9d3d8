"""Settle session scripts: JSON lines in, one JSON line out for each, by any engine."""

from boxcars.settle.session import run

__all__ = ["run"]

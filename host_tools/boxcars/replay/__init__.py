"""Failures kept so that they can be run again: tapes of a virtual table, bundles, the player."""

from boxcars.replay.bundle import Bundle, BundleError
from boxcars.replay.tape import Stroke, TapedTable

__all__ = ["Bundle", "BundleError", "Stroke", "TapedTable"]

"""What the virtual board can fail with. Each is a `HostError`: one line, one exit code."""

from __future__ import annotations

from boxcars.errors import HostError, SetupError, UsageError


class ImageError(SetupError):
    """The image is missing, is not for RP2040, or does not fit."""


class EmulatorError(SetupError):
    """The installed emulator is not the one that this package was written for."""


class FlashFileError(SetupError):
    """The flash file cannot be used: wrong size, no permission."""


class FlashFileBusyError(HostError):
    """Another virtual board has the flash file open."""

    exit_code = 5


class SymbolError(UsageError):
    """The image has no such function, or one that cannot be watched."""


class SimTimeoutError(HostError):
    """Something did not happen within the simulated time allowed for it."""


class GuestError(HostError):
    """Code that was run through the raw REPL raised; the message is its traceback."""


class BoardStateError(HostError):
    """The operation does not fit the state of the board: off, held in BOOTSEL, running."""


class ForkError(HostError):
    """The forked copy died without an answer."""


class DriveError(SetupError):
    """The folder that stands for the BOOTSEL drive cannot be used."""

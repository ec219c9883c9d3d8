"""What a command can fail with: one line for the person, one exit code for the script.

Standard library only: the bootstrap uses it before anything is installed.
"""

# Every code that a command may end with, in one place: `boxcars --help` prints this table.
EXIT_CODES = (
    (0, "fine"),
    (1, "a check failed, or the board refused"),
    (2, "usage: the words do not fit, or two boards are there and none was chosen"),
    (3, "something outside the project is missing: a tool, a file, space, rights"),
    (4, "no device, or it does not answer"),
    (5, "busy, or no permission"),
    (6, "wrong board, image or version"),
    (7, "verification failed: signature, key or measurement"),
    (8, "locked: a signed challenge is needed"),
)


class HostError(Exception):
    """A failure that the user can act on; the message says what to do next."""

    exit_code = 1


class UsageError(HostError):
    """The words on the command line do not fit."""

    exit_code = 2


class SetupError(HostError):
    """Something outside the project is missing: a tool, the network, space, rights."""

    exit_code = 3


class NoBoardError(HostError):
    """There is no board to work with."""

    exit_code = 4


class BusyError(HostError):
    """Somebody else is at it, or this is not the moment."""

    exit_code = 5


class WrongBoardError(HostError):
    """It is another board, image or version than the one that was meant."""

    exit_code = 6


class VerificationError(HostError):
    """A signature, a key or a measurement is not what it must be."""

    exit_code = 7


class LockedError(HostError):
    """The board wants a signed challenge."""

    exit_code = 8

"""What a command can fail with: one line for the person, one exit code for the script.

Standard library only: the bootstrap uses it before anything is installed.
"""


class HostError(Exception):
    """A failure that the user can act on; the message says what to do next."""

    exit_code = 1


class UsageError(HostError):
    """The words on the command line do not fit."""

    exit_code = 2


class SetupError(HostError):
    """Something outside the project is missing: a tool, the network, space, rights."""

    exit_code = 3

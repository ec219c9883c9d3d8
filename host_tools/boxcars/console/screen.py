"""The result on standard output: tables as wide as a terminal, and never folded in a pipe or file.

Colours and `NO_COLOR` are rich's business.
"""

from __future__ import annotations

import os

from rich.console import Console

_PIPE_WIDTH = 1000  # nobody reads it; whoever searches it wants a row in one line


class Screen(Console):
    """Standard output."""

    def on_broken_pipe(self) -> None:
        """Rich would end with 1, which is the code of a failed check."""
        raise BrokenPipeError


def screen(*, quiet: bool = False) -> Screen:
    """Standard output as it is now: a test or a caller may have put another in its place."""
    found = Screen(quiet=quiet, highlight=False, soft_wrap=True)
    if not found.is_terminal and "COLUMNS" not in os.environ:
        found = Screen(quiet=quiet, highlight=False, soft_wrap=True, width=_PIPE_WIDTH)
    return found

"""Ctrl-C while the emulator runs: noted, and raised once it has stopped between two instructions.

An exception inside one of the emulator's callbacks into Python would be lost there, and the core
would go on with a wrong answer.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def deferred_interrupt(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` on Ctrl-C, and raise KeyboardInterrupt at the end of the block.

    Where somebody else handles the signal, or in another thread, nothing changes.
    """
    default = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not default or threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        came.append(number)
        stop()

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if came:
        raise KeyboardInterrupt

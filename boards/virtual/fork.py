"""Run something on a copy of this process: a booted board is copied in milliseconds."""

from __future__ import annotations

import os
import pickle
import sys
import traceback
import warnings
from collections.abc import Callable
from typing import Generic, NoReturn, TypeVar, cast

from boards.virtual.errors import ForkError

_Result = TypeVar("_Result")


class Forked(Generic[_Result]):
    """A forked child at work. `result()` waits for it."""

    def __init__(self, pid: int, read_fd: int) -> None:
        self.pid = pid
        self._read_fd: int | None = read_fd

    def result(self) -> _Result:
        assert self._read_fd is not None, "the result was taken already"
        with os.fdopen(self._read_fd, "rb") as pipe:
            self._read_fd = None
            answer = pipe.read()
        _, status = os.waitpid(self.pid, 0)
        if not answer:
            raise ForkError(f"the forked copy died, exit {os.waitstatus_to_exitcode(status)}")
        good, value, trace = pickle.loads(answer)
        if good:
            return cast("_Result", value)
        value.add_note(trace)
        raise value


def start_forked(action: Callable[[], _Result]) -> Forked[_Result]:
    """Start `action` in a forked child; several may run at once."""
    sys.stdout.flush()
    sys.stderr.flush()
    read_fd, write_fd = os.pipe()
    with warnings.catch_warnings():
        # Python 3.12 warns when there are threads (a test runner's): the child uses none.
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid == 0:
        os.close(read_fd)
        _child(action, write_fd)
    os.close(write_fd)
    return Forked(pid, read_fd)


def run_forked(action: Callable[[], _Result]) -> _Result:
    """Call `action` in a forked child and give back its result.

    The result must pickle. An exception of the child is raised here, with the child's traceback as
    a note; one that does not pickle arrives as `ForkError`.
    """
    return start_forked(action).result()


def _child(action: Callable[[], _Result], write_fd: int) -> NoReturn:
    code = 0
    try:
        try:
            answer = pickle.dumps((True, action(), ""))
        except BaseException as error:
            answer = _pickled_error(error)
        with os.fdopen(write_fd, "wb") as pipe:
            pipe.write(answer)
    except BaseException:
        code = 1
    os._exit(code)


def _pickled_error(error: BaseException) -> bytes:
    trace = "In the forked copy:\n" + "".join(traceback.format_exception(error))
    try:
        answer = pickle.dumps((False, error, trace))
        pickle.loads(answer)
    except Exception:
        kept = ForkError(f"{type(error).__name__}: {error}")
        answer = pickle.dumps((False, kept, trace))
    return answer

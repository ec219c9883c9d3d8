"""A session: the header, then operations, each line answered before the next is read."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping

import shaker.profiles
from boxcars.errors import UsageError
from boxcars.settle.answer import DONE, MALFORMED, answer, refused
from boxcars.settle.engine import ENGINES, Engine
from boxcars.settle.kitty import share
from boxcars.settle.script import Kitty, MalformedError, read_header, read_operation
from shaker.core.codes import E_PHASE, E_RANGE, OK
from shaker.core.rules import AT_KITTY


def installed_books() -> dict[str, bytes]:
    """The generated rule books by profile name."""
    books = {}
    for module in pkgutil.iter_modules(shaker.profiles.__path__):
        rules = importlib.import_module(f"shaker.profiles.{module.name}").RULES
        books[module.name.replace("_", "-")] = rules
    return books


class Session:
    """Answers lines, one at a time, with an engine that it does not own."""

    def __init__(self, engine: Engine, books: Mapping[str, bytes]) -> None:
        self._engine = engine
        self._books = books
        self._rules = b""

    def answer(self, line: bytes | str) -> str:
        """The answer to one line, without a newline."""
        try:
            if not self._rules:
                return self._open(line)
            operation = read_operation(line)
        except MalformedError:
            return MALFORMED
        if isinstance(operation, Kitty):
            return self._share(operation)
        return answer(operation[0], self._engine.perform(operation, self._rules))

    def _open(self, line: bytes | str) -> str:
        header = read_header(line, self._books)
        rules = self._books[header.profile]
        reply = self._engine.perform(header.request, rules)
        if reply.code != OK:
            return refused(reply.code)
        self._rules = rules
        return DONE

    def _share(self, operation: Kitty) -> str:
        if not self._rules[AT_KITTY]:
            return refused(E_PHASE)
        shares = share(operation.kitty, operation.chips)
        if shares is None:
            return refused(E_RANGE)
        payouts, host = shares
        return f'{{"ok":true,"payouts":[{",".join(map(str, payouts))}],"host":{host}}}'


def run(
    lines: Iterable[bytes | str],
    engine: str | Callable[[], Engine] = "python",
    books: Mapping[str, bytes] | None = None,
) -> Iterator[str]:
    """Answer every line of a session script in turn; `books` are rule books by profile name.

    `engine` is the name of one, or what makes one.
    """
    if isinstance(engine, str) and engine not in ENGINES:
        raise UsageError(f"no engine '{engine}': there are {', '.join(ENGINES)}")
    with ENGINES[engine]() if isinstance(engine, str) else engine() as settler:
        session = Session(settler, installed_books() if books is None else books)
        for line in lines:
            yield session.answer(line)

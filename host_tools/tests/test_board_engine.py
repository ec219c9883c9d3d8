"""A script is settled over the link, by what the sensors are shown, as it is on CPython."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from boxcars.settle.engine import PythonEngine
from boxcars.settle.session import Session, installed_books
from boxcars.table.engine import BoardEngine

pytestmark = [pytest.mark.emulator, pytest.mark.slow]

# Betting and its refusals, a close that gives back, a No Roll, the casino's clause.
_CLEARWATER = """
{"profile":"clearwater-etg","seats":3,"options":{"min":5,"min_total":10}}
{"op":"bet","seat":0,"spot":"pass","amount":25}
{"op":"bet","seat":1,"spot":"pass","amount":5}
{"op":"bet","seat":2,"spot":"c-and-e","amount":20,"craps":15}
{"op":"bet","seat":9,"spot":"field","amount":20}
not json
{"op":"limits","min":10,"max":500,"max_spot":{"field":100}}
{"op":"bet","seat":2,"spot":"field","amount":200}
{"op":"take","seat":0,"spot":"pass","amount":5}
{"op":"close"}
{"op":"bet","seat":0,"spot":"field","amount":20}
{"op":"no_roll","reason":"cocked"}
{"op":"state"}
{"op":"malfunction"}
{"op":"state"}
"""
# A power failure and who may then withdraw, a call, a roll.
_MBS = """
{"profile":"mbs-2020","seats":2}
{"op":"bet","seat":0,"spot":"field","amount":25}
{"op":"bet","seat":1,"spot":"buy-9","amount":100}
{"op":"call","seat":1,"spot":"buy-9","state":"on"}
{"op":"withdraw","seat":0}
{"op":"power_fail"}
{"op":"withdraw","seat":0}
{"op":"malfunction"}
{"op":"roll","dice":[6,3]}
{"op":"state"}
{"op":"kitty","kitty":100,"chips":[1,2]}
"""


@pytest.fixture(scope="module")
def board() -> Iterator[BoardEngine]:
    with BoardEngine() as engine:
        yield engine


@pytest.mark.parametrize("script", [_CLEARWATER, _MBS], ids=["clearwater", "mbs"])
def test_the_board_answers_as_cpython_does(board: BoardEngine, script: str) -> None:
    books = installed_books()
    on_board, on_host = Session(board, books), Session(PythonEngine(), books)
    for line in script.strip().splitlines():
        assert on_board.answer(line) == on_host.answer(line), line

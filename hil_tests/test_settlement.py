"""Session scripts over the wire: the board answers every line as the core on CPython does.

Wagers are messages, a roll is a shake whose faces the bench shows, a No Roll is a cocked die, a
power failure is one. `--sessions 40` plays the sessions of `firmware/tests/vectors` as well.
"""

from __future__ import annotations

import pytest

from boxcars.link import Link
from boxcars.paths import FIRMWARE
from boxcars.settle.engine import PythonEngine
from boxcars.settle.session import Session, installed_books
from boxcars.table.engine import BoardEngine
from hil_tests.bench import Bench

pytestmark = [
    pytest.mark.emulator,
    pytest.mark.needs("dice"),
    pytest.mark.proves("RULES-1"),
]

SCRIPTS = {
    # Betting and its refusals, a close that gives back, a No Roll, the casino's clause.
    "clearwater-etg": """
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
""",
    # A power failure and who may then withdraw, a call, a roll.
    "mbs-2020": """
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
""",
    # A point and wagers that stand over it.
    "division": """
{"profile":"division","seats":2}
{"op":"bet","seat":0,"spot":"pass","amount":30}
{"op":"bet","seat":1,"spot":"dont-pass","amount":30}
{"op":"bet","seat":1,"spot":"field","amount":10}
{"op":"roll","dice":[4,2]}
{"op":"bet","seat":0,"spot":"pass-odds","amount":50}
{"op":"bet","seat":0,"spot":"place-6","amount":30}
{"op":"state"}
""",
    "rws-2013": """
{"profile":"rws-2013","seats":2}
{"op":"bet","seat":0,"spot":"dont-pass","amount":100}
{"op":"bet","seat":1,"spot":"horn","amount":20}
{"op":"bet","seat":1,"spot":"any-craps","amount":50}
{"op":"roll","dice":[6,6]}
{"op":"state"}
""",
    "home-game": """
{"profile":"home-game","seats":1}
{"op":"bet","seat":0,"spot":"pass","amount":10}
{"op":"bet","seat":0,"spot":"hard-8","amount":5}
{"op":"roll","dice":[5,6]}
{"op":"state"}
""",
}


class Hands:
    """The bench in the shape that the board engine plays through."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench

    @property
    def link(self) -> Link:
        return self._bench.link

    def start(self) -> None:
        """It is connected already."""

    def show(self, left: int, right: int) -> None:
        self._bench.show(left, right)

    def cock(self) -> None:
        self._bench.order("cocked left 35")

    def uncock(self) -> None:
        self._bench.clear()

    def cut_power(self) -> None:
        self._bench.restart()

    def close(self) -> None:
        """The bench closes it."""


_NEEDS = {"clearwater-etg": ("faults",), "mbs-2020": ("power_cut",)}  # a No Roll; a power failure
_WORKED = ("faults", "power_cut")  # a worked session has both


def worked_sessions() -> dict[str, str]:
    """By name; the first five are of five casinos."""
    paths = (FIRMWARE / "tests/vectors").glob("*-??.jsonl")
    by_number = sorted(paths, key=lambda path: path.stem.rpartition("-")[::-1])
    return {path.stem: path.read_text(encoding="utf-8") for path in by_number}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "script" not in metafunc.fixturenames:
        return
    count = metafunc.config.getoption("--sessions")
    needs = {name: _NEEDS.get(name, ()) for name in SCRIPTS}
    scripts = SCRIPTS | dict(list(worked_sessions().items())[:count])
    metafunc.parametrize(
        "script",
        [
            pytest.param(
                script,
                id=name,
                marks=[pytest.mark.needs(*hands)] if (hands := needs.get(name, _WORKED)) else (),
            )
            for name, script in scripts.items()
        ],
    )


def test_the_board_answers_as_cpython_does(bench: Bench, script: str) -> None:
    books = installed_books()
    on_board = Session(BoardEngine(Hands(bench)), books)
    on_host = Session(PythonEngine(), books)
    for line in script.strip("\n").split("\n"):
        assert on_board.answer(line) == on_host.answer(line), line

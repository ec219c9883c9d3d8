"""The maker's line, at boards of the unix port: the firmware's controller on a pseudo-terminal.

An emulated product takes seconds for each signature on a busy machine; this one runs the same
controller, seal and link, and twenty of them take a minute.
"""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from boards.virtual.tests.documents import Ended, checked, invoke
from boxcars.build import artifacts
from boxcars.console.session import read_private_key
from boxcars.errors import HostError, UsageError, VerificationError, WrongBoardError
from boxcars.link import Link
from boxcars.station.plan import load_plan
from boxcars.station.register import COLUMNS, STAGE_KEY, STAGE_LOCKED, Register, check_row
from boxcars.station.tables import is_open, open_planned
from firmware.tests.pty_board import running
from firmware.tests.station_plan import PLAN, Station, make_station
from shaker.link import messages

BOARDS = 20
WRONG, DYING, DUPLICATE = 4, 9, 14
_CUT_OP = 40  # flash operations: behind its key, before its lock


@pytest.fixture(scope="module")
def station(tmp_path_factory: pytest.TempPathFactory) -> Station:
    return make_station(tmp_path_factory.mktemp("station"))


def name_of(number: int) -> str:
    return f"e66164084{number:07x}"


def provision(station: Station, number: int, **options: object) -> Ended:
    with running(name_of(number), **options) as port:  # type: ignore[arg-type]
        return invoke(*station.words, "--port", port, "--json")


def rows_of(station: Station) -> list[dict[str, str]]:
    text = (station.folder / "register" / "boards.jsonl").read_text()
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.slow
def test_a_run_of_twenty_boards(station: Station) -> None:
    ends = {}
    for number in range(BOARDS):
        if number == WRONG:
            ends[number] = provision(station, number, kind="bench")
        elif number == DYING:
            ends[number] = provision(station, number, cut=_CUT_OP)
        elif number == DUPLICATE:
            ends[number] = provision(station, 2)  # another with the id of the third
        else:
            ends[number] = provision(station, number)
    bad = {number: end.code for number, end in ends.items() if end.code}
    assert bad == {WRONG: 6, DYING: 4, DUPLICATE: 6}, ends
    assert "is in the register with key" in ends[DUPLICATE].text
    for number, end in ends.items():
        if number in bad:
            checked(end.out, "error/1")
        else:
            told = checked(end.out, "provision/1")
            assert told["device"] == name_of(number)
    rows = rows_of(station)
    for row in rows:
        check_row(row)
    locked = [row["device"] for row in rows if row["stage"] == STAGE_LOCKED]
    assert locked == [name_of(number) for number in range(BOARDS) if number not in bad]
    begun = {row["device"] for row in rows if row["stage"] == STAGE_KEY}
    assert begun - set(locked) == {name_of(DYING)}
    assert len({row["key"] for row in rows}) == len(begun)
    with (station.folder / "register" / "boards.csv").open() as file:
        assert [{**row} for row in csv.DictReader(file)] == [
            {name: row[name] for name in (*COLUMNS, "station", "signature")} for row in rows
        ]


def test_a_board_is_provisioned_once_and_goes_on_after_a_cut(tmp_path: Path) -> None:
    station = make_station(tmp_path)
    with running(name_of(100)) as port:
        with Link.open(port) as link:
            key = link.provision()  # and here the station died
        first = invoke(*station.words, "--port", port, "--json")
        told = checked(first.out, "provision/1")
        assert told["resumed"]
        assert told["key"] == key.hex()
        second = invoke(*station.words, "--port", port)
        assert second.code == 8
        assert "take the next one" in second.text
        with Link.open(port) as link:
            info = link.table_info()
            assert (info.profile, info.seats, info.min, info.max) == ("rws-2013", 4, 5, 1000)
            assert list(info.spots.values()) == [200]
            keys = link.keys()
            assert [row.authority for row in keys] == [8, 2, 4]
            assert link.welcome.locked


def test_wrong_software_is_refused_before_a_key_is_made(tmp_path: Path) -> None:
    station = make_station(tmp_path)
    image = tmp_path / "other.bin"
    with running(name_of(101)) as port:
        data = bytearray(artifacts.image(artifacts.PRODUCT).bin.read_bytes())
        data[len(data) // 2] ^= 1
        image.write_bytes(data)
        end = invoke(*station.words, "--port", port, "--image", image, "--json")
        assert end.code == 7
        assert "run 'boxcars flash' first" in checked(end.out, "error/1")["text"]
        with Link.open(port) as link:
            assert not link.key().provisioned
    assert not rows_of(station)


def test_what_a_board_was_told_before_does_not_outlive_the_plan(tmp_path: Path) -> None:
    """Somebody was at it, or the plan was another in a run that was cut: limits and keys."""
    station = make_station(tmp_path)
    stranger = read_private_key(station.key("stranger")).public_key().public_bytes_raw()
    plan = load_plan(station.key("plan.toml")).table
    with running(name_of(102)) as port:
        with Link.open(port) as link:
            link.add_key(messages.TECHNICIAN, stranger)
            link.provision()
            open_planned(link, replace(plan, max_total=10**9, unit=5))
            assert not is_open(link.table_info(), plan)
        told = checked(invoke(*station.words, "--port", port, "--json").out, "provision/1")
        assert told["revoked"] == [stranger[:8].hex()]
        with Link.open(port) as link:
            info = link.table_info()
            assert (info.unit, info.max_total, info.min_total) == (1, 0, 0)
            assert is_open(info, plan)
            keys = link.keys()
            assert [row.revoked for row in keys] == [1, 0, 0, 0]
        signed = invoke("dice", "1", "--port", port, "--key", station.key("stranger"))
        assert (signed.code, "was revoked" in signed.text) == (7, True)


def test_a_key_that_is_another_s_already_stops_it(tmp_path: Path) -> None:
    station = make_station(tmp_path)
    operator = read_private_key(station.key("operator")).public_key().public_bytes_raw()
    with running(name_of(103)) as port:
        with Link.open(port) as link:
            link.add_key(messages.TECHNICIAN, operator)
        end = invoke(*station.words, "--port", port, "--json")
        assert end.code == 1
        assert "give its person another" in checked(end.out, "error/1")["text"]
        with Link.open(port) as link:
            assert not link.welcome.locked


def test_the_station_s_own_key_is_nobody_else_s(tmp_path: Path) -> None:
    station = make_station(tmp_path)
    plan = station.key("plan.toml")
    plan.write_text(plan.read_text().replace("operator.pub", "station.pub"))
    with running(name_of(104)) as port:
        end = invoke(*station.words, "--port", port)
        assert (end.code, "the station's own key" in end.text) == (2, True)
        with Link.open(port) as link:
            assert not link.key().provisioned


# ---- the plan

PLANS = [
    # id, what is replaced, by what, what the line says
    ("missing", "max = 1000\n", "", "has no 'max': give it, nothing has a default"),
    ("unknown", "min = 5\n", "min = 5\nminimum = 5\n", "minimum: not one of min, max"),
    ("profile", "rws-2013", "vegas", "not one of clearwater-etg, division"),
    ("word", 'unit = "rule-book"', 'unit = "casino"', '"rule-book"'),
    ("float", "max = 1000", "max = 1000.5", "not one of 1 to"),
    ("truth", "max = 1000", "max = true", "not one of 1 to"),
    ("nothing", "min = 5", "min = 0", "not one of 1 to"),
    ("above", "min = 5", "min = 5000", "min = 5000 is above the maximum, 1000"),
    ("unit", 'unit = "rule-book"', "unit = 5000", "not one of 1 to 1000"),
    ("odds", 'odds = "rule-book"', "odds = 0", "odds = 0: "),
    ("shooter", "shooting = false", "shooting = 1", "not one of true, false"),
    ("spot", "field = 200", "fields = 200", "no spot of that name"),
    ("section", "[optics]", "[optic]", "optic: not one of table"),
    ("technician", '["technician.pub"]', "[]", "has no technician"),
    ("twice", '["operator.pub"]', '["technician.pub"]', "names a key twice"),
    ("toml", "[table]", "[table", "is no TOML"),
]


@pytest.mark.parametrize("case", PLANS, ids=lambda case: case[0])
def test_a_plan_without_a_line_or_with_an_unknown_one_stops(
    case: tuple[str, str, str, str], station: Station, tmp_path: Path
) -> None:
    _, old, new, text = case
    assert old in PLAN
    for name in ("technician.pub", "operator.pub"):
        (tmp_path / name).write_bytes(station.key(name).read_bytes())
    path = tmp_path / "plan.toml"
    path.write_text(PLAN.replace(old, new, 1))
    with pytest.raises(UsageError) as caught:
        load_plan(path)
    assert text in str(caught.value)
    path.write_text(PLAN)
    assert load_plan(path).table.max == 1000


def test_a_shooter_is_only_where_the_casino_knows_one(station: Station, tmp_path: Path) -> None:
    for name in ("technician.pub", "operator.pub"):
        (tmp_path / name).write_bytes(station.key(name).read_bytes())
    path = tmp_path / "plan.toml"
    text = PLAN.replace("shooting = false", "shooting = true")
    path.write_text(text)
    assert load_plan(path).table.course.shooting
    path.write_text(text.replace("rws-2013", "clearwater-etg"))
    with pytest.raises(UsageError, match="clearwater-etg has no shooter"):
        load_plan(path)


# ---- the register

_ROW = dict.fromkeys(COLUMNS, "")


def row_of(device: str, key: str) -> dict[str, str]:
    return {**_ROW, "stage": STAGE_KEY, "device": device, "key": key}


def test_a_register_is_never_rewritten_and_a_cut_row_is_none(
    station: Station, tmp_path: Path
) -> None:
    key = read_private_key(station.key("station"))
    with Register(tmp_path, key) as register:
        register.append(row_of("01", "aa"))
        whole = register.jsonl.read_bytes()
    (tmp_path / "boards.jsonl").write_bytes(whole + whole[: len(whole) // 2])
    with Register(tmp_path, key) as register:
        assert [row["device"] for row in register.rows] == ["01"]
        register.append(row_of("02", "bb"))
        assert register.jsonl.read_bytes().startswith(whole + whole[: len(whole) // 2])
    with Register(tmp_path, key) as register:
        assert [row["device"] for row in register.rows] == ["01", "02"]
        for device, other in (("01", "cc"), ("03", "bb"), ("02", None)):
            with pytest.raises(WrongBoardError):
                register.refuse_duplicate(device, other)
        register.refuse_duplicate("01", "aa")
        register.refuse_duplicate("03", None)
        with pytest.raises(HostError) as caught:
            Register(tmp_path, key)
        assert caught.value.exit_code == 5


@pytest.mark.parametrize("kept", [0, 40, -10], ids=["nothing", "in a row", "of its end"])
def test_a_cut_between_the_two_files_is_made_good(
    kept: int, station: Station, tmp_path: Path
) -> None:
    """The row is in the one that counts; of the spreadsheet's there is so much."""
    key = read_private_key(station.key("station"))
    with Register(tmp_path, key) as register:
        register.append(row_of("01", "aa"))
        before = register.csv.stat().st_size
        register.append(row_of("02", "bb"))
        data = register.csv.read_bytes()
    (tmp_path / "boards.csv").write_bytes(data[: before + kept if kept >= 0 else kept])
    with Register(tmp_path, key) as register:
        rows = register.rows
    with (tmp_path / "boards.csv").open() as file:
        found = [row for row in csv.DictReader(file) if row["signature"]]
    whole = {row["signature"]: row["device"] for row in found}
    assert {row["signature"]: row["device"] for row in rows}.items() <= whole.items()
    again = (tmp_path / "boards.csv").read_bytes()
    Register(tmp_path, key).__exit__(None, None, None)
    assert (tmp_path / "boards.csv").read_bytes() == again


def test_a_row_that_was_changed_is_found(station: Station, tmp_path: Path) -> None:
    key = read_private_key(station.key("station"))
    with Register(tmp_path, key) as register:
        register.append(row_of("01", "aa"))
    path = tmp_path / "boards.jsonl"
    path.write_text(path.read_text().replace('"device": "01"', '"device": "02"'))
    with pytest.raises(VerificationError):
        Register(tmp_path, key)

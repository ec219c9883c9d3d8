"""Commands of a technician's visit, at a locked board of the unix port on a pseudo-terminal."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import serial

from boards.virtual.tests.documents import checked, invoke
from boxcars.build import artifacts
from boxcars.console.session import read_private_key
from boxcars.link import BoardMemory, Expectation, KeySigner, Link
from boxcars.link.errors import RolledBackError
from boxcars.link.ports import open_port
from boxcars.record.keys import PublicKey
from boxcars.record.live import LiveLog
from boxcars.record.rulebooks import known_rule_books
from boxcars.record.verify import verify_log
from boxcars.usb import choose
from boxcars.usb.devices import PID_BOOTSEL, PID_RUNNING, VENDOR, Device
from firmware.tests.pty_board import running
from firmware.tests.station_plan import Station, make_station
from shaker.link.messages import STATION
from shaker.seal.record import KIND_RETIRE

_DEVICE = "0a0b0c0d0e0f1011"


@dataclass(frozen=True)
class Visit:
    """A locked board, and everybody's keys."""

    port: str
    station: Station

    def key(self, name: str) -> Path:
        return self.station.key(name)


@pytest.fixture(scope="module")
def visit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    station = make_station(tmp_path_factory.mktemp("visit"))
    with running(_DEVICE) as port:
        done = invoke(*station.words, "--port", port)
        assert done.code == 0, done.text
        yield Visit(port, station)


def test_measure(visit: Visit, tmp_path: Path) -> None:
    told = checked(invoke("measure", "--port", visit.port, "--json").out, "measure/1")
    assert told["same"]
    assert told["device"] == _DEVICE
    assert "the program of" in invoke("measure", "--port", visit.port).out
    bench = artifacts.image(artifacts.BENCH).uf2
    wrong = invoke("measure", "--port", visit.port, "--image", bench, "--json")
    assert wrong.code == 7
    assert "runs another program" in wrong.text
    assert not checked(wrong.out, "measure/1")["same"]
    rubbish = tmp_path / "rubbish.uf2"
    rubbish.write_bytes(b"UF2\n" + bytes(100))
    assert invoke("measure", "--port", visit.port, "--image", rubbish).code == 2
    gone = invoke("measure", "--port", "/dev/pts/none", "--json")
    assert gone.code == 4
    checked(gone.out, "error/1")


def test_dice(visit: Visit) -> None:
    words = "dice", "9", "--port", visit.port
    done = invoke(*words, "--key", visit.key("technician"), "--json")
    assert checked(done.out, "dice/1")["dice_set"] == 9
    bare = invoke(*words, "--json")
    assert bare.code == 8
    assert checked(bare.out, "error/1")["exit_code"] == 8
    other = invoke(*words, "--key", visit.key("operator"))
    assert other.code == 8
    assert "it needs a technician's or a station's" in other.text
    stranger = invoke(*words, "--key", visit.key("stranger"))
    assert stranger.code == 7
    assert "dice-set was refused with E_KEY: the board does not know this key" in stranger.text
    assert invoke("dice", "300", "--port", visit.port).code == 2
    assert invoke(*words, "--key", visit.key("technician.pub")).code == 2  # not the private one
    words_of = [row["what"] for row in checked_log(visit)]
    assert "key-used" in words_of
    assert "key-refused" in words_of


def checked_log(visit: Visit) -> list[dict[str, str]]:
    told = checked(invoke("log", "--port", visit.port, "--json").out, "log/1")
    rows: list[dict[str, str]] = told["logs"]["service"]
    return rows


def test_void_and_recall(visit: Visit) -> None:
    words = "void", "--port", visit.port, "--key", visit.key("operator")
    unsure = invoke(*words)
    assert unsure.code == 2
    assert "say --yes" in unsure.text
    assert invoke(*words, "--round", "99", "--yes").code == 2
    assert invoke("void", "--port", visit.port, "--yes").code == 8
    told = checked(invoke(*words, "--yes", "--json").out, "void/1")
    assert told["round"] == 1
    shown = invoke("recall", "2", "--port", visit.port)
    assert "table opened: 4 seats" in shown.out
    assert "sealed record" in shown.out
    told = checked(invoke("recall", "2", "--port", visit.port, "--json").out, "recall/1")
    steps = told["rounds"][0]["steps"]
    assert steps[0]["kind"] == "open"
    assert "locked" in [step["text"] for step in steps]
    assert invoke("recall", "0", "--port", visit.port).code == 2


def test_recall_of_a_board_without_a_round() -> None:
    with running("0000000000000f05") as port:
        none = invoke("recall", "--port", port, "--json")
        assert none.code == 1
        assert "no round yet" in checked(none.out, "error/1")["text"]


@pytest.mark.parametrize(
    "words",
    [
        ("recall",),
        ("log",),
        ("measure",),
        ("diag",),
        ("clear",),
        ("void", "--yes"),
        ("dice", "1"),
        ("keys", "list"),
        ("retire", "--yes", "--out", "LOG"),
        ("optics", "calibrate"),
        ("optics", "live"),
        ("monitor", "--log", "LOG"),
    ],
    ids=lambda words: words[0],
)
def test_a_port_in_use_and_one_that_is_not_ours(
    words: tuple[str, ...], visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = [str(tmp_path / "log") if word == "LOG" else word for word in words]
    with contextlib.closing(open_port(visit.port)):
        busy = invoke(*named, "--port", visit.port, "--json")
    assert busy.code == 5
    assert "close it and try again" in checked(busy.out.splitlines()[-1], "error/1")["text"]

    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(serial, "serial_for_url", forbidden)
    denied = invoke(*named, "--port", visit.port)
    assert denied.code == 5
    assert "add yourself to the group 'dialout'" in denied.text


def test_clear_without_a_fault(visit: Visit) -> None:
    done = invoke("clear", "--port", visit.port, "--key", visit.key("operator"), "--json")
    assert done.code == 1
    assert "nothing to clear" in checked(done.out, "error/1")["text"]


def test_clear_a_fault(tmp_path: Path) -> None:
    """A host that remembers more than the board knows: it latches."""
    station = make_station(tmp_path)
    device = "0000000000000f01"
    with running(device) as port:
        assert invoke(*station.words, "--port", port).code == 0
        memory = BoardMemory(bytes.fromhex(device), 5, 500, bytes(32))
        with pytest.raises(RolledBackError):
            Link.open(port, expect=Expectation(memory=memory)).connect()
        words = "clear", "--port", port
        assert invoke(*words).code == 8
        assert invoke(*words, "--key", station.key("stranger")).code == 7
        told = checked(invoke(*words, "--key", station.key("operator"), "--json").out, "clear/1")
        assert told["fault"] == "rolled-back"
        assert invoke(*words, "--key", station.key("operator")).code == 1


def test_log_is_exported_and_continued(visit: Visit, tmp_path: Path) -> None:
    out = tmp_path / "board.log"
    told = checked(invoke("log", "--port", visit.port, "--out", out, "--json").out, "log/1")
    assert told["exported"]["first"] == 0
    again = invoke("log", "--port", visit.port, "--out", out)
    assert "all verified" in again.out
    summary = verify_log(out, rule_books=known_rule_books())
    assert summary.key.hex == told["exported"]["key"]
    stranger = invoke(
        "log", "--port", visit.port, "--out", out, "--key", visit.key("stranger.pub")
    )
    assert stranger.code == 7
    assert invoke("log", "--port", visit.port, "--out", tmp_path / "no" / "log").code == 3
    with running("0000000000000f06") as other:
        assert invoke("log", "--port", other, "--out", out).code == 7  # it has no key yet
        station = make_station(tmp_path / "other")
        assert invoke(*station.words, "--port", other).code == 0
        mixed = invoke("log", "--port", other, "--out", out, "--json")
        assert 70 <= mixed.code <= 81
        assert checked(mixed.out, "error/1")["exit_code"] == mixed.code
    assert verify_log(out, rule_books=known_rule_books()).count == summary.count
    with Link.open(visit.port) as link:
        assert link.ping().acknowledged == -1  # that is the host terminal's business


def test_a_busy_port_is_told(visit: Visit) -> None:
    with Link.open(visit.port):
        done = invoke("measure", "--port", visit.port)
    assert done.code == 5
    assert "in use by another program" in done.text


def test_failures_are_rate_limited(tmp_path: Path) -> None:
    station = make_station(tmp_path)
    with running("0000000000000f02") as port:
        assert invoke(*station.words, "--port", port).code == 0
        words = "dice", "1", "--port", port, "--key", station.key("stranger")
        texts = [invoke(*words).text for _ in range(4)]
        assert "E_TOO_OFTEN" in texts[3]
        assert "E_KEY" in texts[0]


def test_a_key_is_added_and_revoked(tmp_path: Path) -> None:
    station = make_station(tmp_path)
    with running("0000000000000f04") as port:
        assert invoke(*station.words, "--port", port).code == 0
        new = station.key("stranger.pub")
        signed = "--port", port, "--key", station.key("technician")
        assert invoke("keys", "add", new, "--as", "technician", "--port", port).code == 8
        done = invoke("keys", "add", new, "--as", "technician", *signed, "--json")
        added = checked(done.out, "keys-change/1")
        assert (added["slot"], added["revoked"]) == (3, False)
        twice = invoke("keys", "add", new, "--as", "technician", *signed)
        assert (twice.code, "E_DUPLICATE" in twice.text) == (1, True)
        dice = "dice", "3", "--port", port, "--key", station.key("stranger")
        assert invoke(*dice).code == 0
        done = invoke("keys", "revoke", new, *signed, "--json")
        assert checked(done.out, "keys-change/1") == {**added, "revoked": True}
        unknown = tmp_path / "unknown"
        assert invoke("key", "make", unknown).code == 0
        gone = invoke("keys", "revoke", tmp_path / "unknown.pub", *signed, "--json")
        assert checked(gone.out, "error/1")["exit_code"] == 7
        refused = invoke(*dice)
        assert refused.code == 7
        assert "was revoked" in refused.text
        assert invoke("keys", "add", new, "--as", "technician", *signed).code == 1
        told = checked(invoke("keys", "list", "--port", port, "--json").out, "keys/1")
        assert [row["revoked"] for row in told["keys"]] == [False, False, False, True]


def test_retire(tmp_path: Path) -> None:
    station = make_station(tmp_path)
    out = tmp_path / "last.log"
    with running("0000000000000f03") as port:
        words = "retire", "--port", port, "--out", out
        fresh = invoke(*words, "--yes")
        assert fresh.code == 1
        assert "never provisioned" in fresh.text
        assert invoke(*station.words, "--port", port).code == 0
        assert invoke(*words, "--key", station.key("station")).code == 2  # not sure
        assert invoke(*words, "--yes").code == 8
        done = invoke(*words, "--yes", "--key", station.key("station"), "--json")
        assert done.code == 0, done.text
        told = checked(done.out, "retire/1")
        assert invoke(*words, "--yes", "--key", station.key("station")).code == 1
        with Link.open(port) as link:
            assert not link.key().provisioned
            assert not link.keys()
            assert link.ping().newest == told["last"]
    summary = verify_log(out, rule_books=known_rule_books(), last=told["last"])
    assert summary.kinds[KIND_RETIRE] == 1
    assert summary.key.hex == told["key"]


def test_a_retirement_that_was_cut_is_gone_on_from(tmp_path: Path) -> None:
    """The board has sealed its last record and tells no key any more; the log ends before it."""
    station = make_station(tmp_path)
    out, late = tmp_path / "last.log", tmp_path / "late.log"
    with running("0000000000000f07") as port:
        assert invoke(*station.words, "--port", port).code == 0
        assert invoke("log", "--port", port, "--out", out).code == 0
        with Link.open(port) as link:
            key = PublicKey(link.key().public)
            link.follow(3)
            record = link.next_record(10)
            assert record is not None
            with LiveLog(late, key, rule_books=known_rule_books()) as log:
                log.keep(record.header, record.signature, record.body)
            last = link.retire(KeySigner(read_private_key(station.key("station")), STATION))
        words = "retire", "--port", port, "--yes"
        told = checked(invoke(*words, "--out", out, "--json").out, "retire/1")
        assert (told["last"], told["key"]) == (last, key.hex)
        again = invoke(*words, "--out", out)
        assert (again.code, "retired already" in again.text) == (1, True)
        assert invoke(*words, "--out", tmp_path / "new.log").code == 0  # it still has them all
        lost = invoke(*words, "--out", late)
        assert (lost.code, "as the register has it" in lost.text) == (1, True)
        public = tmp_path / "board.hex"
        public.write_text(key.hex)
        assert invoke("log", "--port", port, "--out", late, "--key", public).code == 0
    for path in (out, tmp_path / "new.log"):
        summary = verify_log(path, rule_books=known_rule_books(), last=last)
        assert summary.kinds[KIND_RETIRE] == 1
    assert (
        verify_log(late, key, rule_books=known_rule_books(), last=last, first=3).count == last - 2
    )


# ---- which board

_ONE = Device("1-1", VENDOR, PID_RUNNING, port="/dev/ttyACM0")
_TWO = Device("1-2", VENDOR, PID_RUNNING, port="/dev/ttyACM1")
_BARE = Device("1-3", VENDOR, PID_BOOTSEL)

CHOICES = [
    ("none", [], 4, "no board is found"),
    ("two", [_ONE, _TWO], 2, "choose one with --port"),
    ("bootsel", [_BARE], 4, "boxcars flash"),
    ("one and bootsel", [_ONE, _BARE], 2, "there are 2 boards"),
]
_BENCH = replace(_ONE, product="Dice shaker bench kit")


@pytest.mark.parametrize("case", CHOICES, ids=lambda case: case[0])
def test_between_two_boards_nothing_is_guessed(
    case: tuple[str, list[Device], int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, found, code, text = case
    monkeypatch.setattr(choose, "devices", lambda: found)
    done = invoke("measure")
    assert done.code == code
    assert text in done.text


@pytest.mark.parametrize("words", [("diag",), ("keys", "list"), ("log",), ("monitor",)])
def test_a_bench_kit_is_not_spoken_to_in_frames(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its prompt would take them for keys pressed, and be lost to whoever comes next."""
    monkeypatch.setattr(choose, "devices", lambda: [_BENCH])
    monkeypatch.setattr(serial, "serial_for_url", lambda *_, **__: pytest.fail("opened"))
    done = invoke(*words, "--json")
    assert (done.code, "is a bench kit" in done.text) == (6, True)
    checked(done.out, "error/1")


def test_a_board_is_known_by_every_name_of_its_port(tmp_path: Path) -> None:
    port = tmp_path / "ttyACM0"
    port.write_text("")
    by_id = tmp_path / "usb-MicroPython_Board_e66164084-if00"
    by_id.symlink_to(port)
    device = Device("1-1", VENDOR, PID_RUNNING, port=str(port))
    assert all(device.is_at(name) for name in (str(port), str(by_id), "1-1"))
    assert not any(device.is_at(name) for name in (str(tmp_path / "ttyACM1"), "1-2", ""))
    bare = Device("1-3", VENDOR, PID_BOOTSEL)
    assert bare.is_at("1-3")
    assert not bare.is_at(str(port))


def test_the_only_board_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choose, "devices", lambda: [_ONE])
    assert choose.choose_port(None) == "/dev/ttyACM0"
    assert choose.choose_port("socket://host:1") == "socket://host:1"

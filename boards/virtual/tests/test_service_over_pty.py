"""The shipped product over a pseudo-terminal: list, diagnosis, flash, station, visit.

One virtual board serves all tests, in the order of the file: it is found, diagnosed, flashed,
provisioned and locked, and wagers stand on it in the end.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from boards.virtual.tests.documents import checked, checked_row, invoke
from boards.virtual.tests.virtual_process import Virtual, running
from boxcars.build import artifacts, uf2
from boxcars.flashing import notes
from boxcars.link import Link
from boxcars.link.ports import open_port
from boxcars.service import health
from boxcars.usb.probe import Card
from firmware.tests.station_plan import Station, make_station
from shaker.app import identity
from shaker.core import spots
from shaker.link.messages import REBOOT_BOOTSEL

pytestmark = [pytest.mark.emulator, pytest.mark.slow]

_BANNER = b"MicroPython v1."  # a text in the image that nobody sees on the product


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where virtual boards of these tests are found, and no others."""
    with pytest.MonkeyPatch.context() as patch:
        path = tmp_path_factory.mktemp("run")
        patch.setenv("XDG_RUNTIME_DIR", str(path))
        patch.setenv("XDG_STATE_HOME", str(path / "state"))
        yield path


@pytest.fixture(scope="module")
def product(folder: Path) -> Iterator[Virtual]:
    with running(board=artifacts.PRODUCT) as virtual:
        yield virtual


def other_image(
    folder: Path, *, manifest: bool, version: str = "9.0.0", letter: int = 0x20
) -> Path:
    """The product with one letter changed, as a release of its own."""
    built = artifacts.image(artifacts.PRODUCT)
    data = bytearray(built.bin.read_bytes())
    data[data.index(_BANNER)] ^= letter
    path = folder / "firmware.uf2"
    path.write_bytes(uf2.encode(bytes(data)))
    if manifest:
        facts = {"version": version, "image": {"sha256": identity.measure(bytes(data))}}
        (folder / "manifest.json").write_text(json.dumps(facts))
    return path


def test_the_only_board_is_found(product: Virtual) -> None:
    told = checked(invoke("list", "--json").out, "list/1")
    assert [row["kind"] for row in told["boards"]] == ["product"]
    row = told["boards"][0]
    assert row["port"] == checked_row(product.facts, "virtual/1")["usb"]
    assert row["device"] == row["usb_serial"] == product.facts["unique_id"]
    assert row["locked"] is False
    quick = checked(invoke("list", "--quick", "--json").out, "list/1")
    assert quick["boards"][0]["version"] is None
    assert "2e8a:0005" in invoke("list").out
    with contextlib.closing(open_port(product.facts["usb"])):
        busy = checked(invoke("list", "--json").out, "list/1")["boards"][0]
        assert (busy["kind"], "in use" in busy["problem"]) == ("unknown", True)
        for words in (("flash", "--yes"), ("push",)):
            assert invoke(*words).code == 5


def test_live_pictures_are_kept_and_read_again(product: Virtual, tmp_path: Path) -> None:
    path = tmp_path / "seen.npy"
    live = ("optics", "live", "--port", product.facts["usb"])
    seen = invoke(*live, "--record", str(path), "--png", str(tmp_path / "now.png"))
    assert "left chamber: " in seen.out
    assert "right chamber: " in seen.out
    assert all((tmp_path / f"{side}-now.png").stat().st_size > 2000 for side in ("left", "right"))
    read = [json.loads(line) for line in invoke("optics", "read", str(path)).out.splitlines()]
    faces = "-".join(str(row.get("face", 0)) for row in read)
    assert faces != "0-0"
    invoke(*live, "--record", str(path), "--faces", faces)
    again = invoke("optics", "read", str(path), "--check", "--engine", "micropython")
    assert again.code == 0
    assert len(again.out.splitlines()) == 2
    dark = invoke(*live, "--dark").out
    assert "face" not in dark


def test_diagnosis_and_exercise(product: Virtual, tmp_path: Path) -> None:
    page = tmp_path / "board.html"
    unsure = invoke("diag", "--exercise")
    assert unsure.code == 2
    assert "say --yes" in unsure.text
    before = meters(product)
    done = invoke("diag", "--exercise", "--self-test", "--yes", "--html", page, "--json")
    assert done.code == 0, done.text
    told = checked(done.out, "diag/1")
    parts = {part["name"]: part for part in told["parts"]}
    assert parts["exercise"]["verdict"] == "good"
    assert parts["self test now"]["value"] == "passed"
    assert told["phase"] == "idle"
    assert len(told["trace"]) > 40
    assert max(ma for _, ma, _ in told["trace"]) > 100
    assert "face" in told["chambers"]["left"]
    assert meters(product) == before
    text = page.read_text()
    assert text.count("data:image/png;base64,") == 3
    assert "<script" not in text
    assert invoke("diag", "--port", "/dev/pts/none").code == 4
    assert invoke("diag", "--html", tmp_path / "no" / "page").code == 3


def meters(product: Virtual) -> dict[str, int]:
    with Link.open(product.facts["usb"]) as link:
        return health.named_meters(link)


def test_flash_refuses_what_does_not_belong(product: Virtual, tmp_path: Path) -> None:
    bench = artifacts.image(artifacts.BENCH).uf2
    wrong = invoke("flash", "--yes", "--image", bench, "--json")
    assert wrong.code == 6
    assert "is for RPI_PICO, this is SHAKER" in checked(wrong.out, "flash/1")["boards"][0]["text"]
    unsure = invoke("flash", "--json")
    assert unsure.code == 2
    checked(unsure.out, "error/1")
    unknown = invoke("flash", "--yes", "--image", other_image(tmp_path, manifest=False))
    assert unknown.code == 6
    assert "--allow-downgrade" in unknown.text
    older = invoke(
        "flash", "--yes", "--image", other_image(tmp_path, manifest=True, version="0.0.9")
    )
    assert older.code == 6
    assert "the board runs 0.1.0" in older.text
    rubbish = tmp_path / "rubbish.uf2"
    rubbish.write_bytes(b"rubbish")
    assert invoke("flash", "--yes", "--image", rubbish).code == 2
    assert invoke("flash", "--yes", "--port", "/dev/pts/none").code == 4


def test_flash_there_and_back_and_on_after_a_cut(product: Virtual, tmp_path: Path) -> None:
    done = invoke("flash", "--yes", "--image", other_image(tmp_path, manifest=True), "--json")
    assert done.code == 0, done.text
    row = checked(done.out, "flash/1")["boards"][0]
    assert row["ok"]
    assert row["before"] == "0.1.0"
    assert invoke("measure").code == 7  # it is not the built one now
    with Link.open(product.facts["usb"]) as link:
        link.reboot(REBOOT_BOOTSEL)  # as after a cut in the middle
    drive = Path(product.facts["bootsel"])
    wait_for(lambda: (drive / "INFO_UF2.TXT").exists())
    place = product.facts["links"].rpartition("boxcars-")[2]
    notes.remember(place, Card("product", artifacts.PRODUCT, "9.0.0"))  # as the first run has
    older = invoke("flash", "--yes")
    assert (older.code, "the board runs 9.0.0" in older.text) == (6, True)
    bench = invoke("flash", "--yes", "--image", artifacts.image(artifacts.BENCH).uf2)
    assert (bench.code, "plug another board in elsewhere" in bench.text) == (6, True)
    assert (drive / "INFO_UF2.TXT").exists()
    told = checked(invoke("list", "--json").out, "list/1")
    assert told["boards"][0]["kind"] == "bootsel"
    assert told["boards"][0]["vid_pid"] == "2e8a:0003"
    assert invoke("measure").code == 4
    half = artifacts.image(artifacts.PRODUCT).uf2.read_bytes()[: 100 * 512]
    (drive / "firmware.uf2").write_bytes(half)
    back = invoke("flash", "--yes", "--allow-downgrade")
    assert back.code == 0, back.text
    assert "verified" in back.out
    assert notes.recall(place) is None
    assert invoke("measure").code == 0
    notes.remember(place, Card("product", artifacts.PRODUCT, "0.0.1"))
    assert invoke("flash", "--yes").code == 0  # behind a cut between the last block and its check
    assert notes.recall(place) is None


def wait_for(done: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not done():
        assert time.monotonic() < end
        time.sleep(0.1)


def test_push_is_for_the_bench_kit(product: Virtual) -> None:
    refused = invoke("push", "--json")
    assert refused.code == 6
    assert "only a bench kit" in checked(refused.out, "error/1")["text"]


def hands(product: Virtual, what: str) -> None:
    """Somebody does that to the cabinet."""
    Path(product.facts["hands"]).write_text(what)
    time.sleep(0.5)


def test_a_part_that_is_not_good_has_its_next_action(product: Virtual, tmp_path: Path) -> None:
    hands(product, "unlit; open lid")
    done = invoke("diag", "--json")
    assert done.code == 0
    told = checked(done.out, "diag/1")
    parts = {part["name"]: part for part in told["parts"]}
    assert told["verdict"] == "look"
    assert (parts["lid"]["value"], parts["lid"]["action"]) == ("open", "close the lid")
    assert parts["chamber left"]["verdict"] == "look"
    assert "check the light" in parts["chamber left"]["action"]
    assert "optics calibrate" in parts["optics"]["action"]
    hands(product, "stuck left")
    page = tmp_path / "board.html"
    broken = invoke("diag", "--html", page)
    assert broken.code == 1
    assert "not fit for play: chamber left" in broken.text
    text = page.read_text()
    assert "alt='left'" not in text
    assert "left: no picture" in text
    assert "alt='right'" in text  # the other one is seen as ever
    hands(product, "")


@pytest.fixture(scope="module")
def station(product: Virtual, tmp_path_factory: pytest.TempPathFactory) -> Station:
    made = make_station(tmp_path_factory.mktemp("station"))
    plan = made.folder / "plan.toml"
    plan.write_text(plan.read_text().replace("calibrate = false", "calibrate = true"))
    return made


@pytest.fixture(scope="module")
def locked(product: Virtual, station: Station) -> Station:
    """The board as its station left it, which asked for hands twice and went on from there."""
    full = invoke(*station.words, "--json")
    assert full.code == 1
    text = checked(full.out, "error/1")["text"]
    assert text.startswith("the left chamber is not empty: take the dice out of both chambers")
    hands(product, "missing right")
    assert "the left chamber is not empty" in invoke("optics", "calibrate").text
    hands(product, "missing")
    empty = invoke(*station.words)
    assert empty.code == 1
    assert "lay a die flat into each chamber" in empty.text
    hands(product, "")
    told = checked(invoke(*station.words, "--json").out, "provision/1")
    assert told["calibrated"]
    assert told["resumed"]
    return station


def test_the_station_asks_for_hands_and_goes_on_from_there(locked: Station) -> None:
    assert invoke(*locked.words).code == 8
    row = checked(invoke("list", "--json").out, "list/1")["boards"][0]
    assert row["locked"]


def test_a_locked_board_wants_a_key_and_records_its_use(locked: Station, tmp_path: Path) -> None:
    key = "--key", locked.key("technician")
    again = checked(invoke("optics", "calibrate", *key, "--json").out, "optics-calibrate/1")
    assert again["taken"] == 0
    seen = checked(invoke("optics", "live", "--json").out, "optics-show/1")
    assert [row["name"] for row in seen["frames"]] == ["left", "right"]
    image = other_image(tmp_path, manifest=True)
    for words in (("diag", "--self-test"), ("flash", "--yes", "--image", image)):
        assert invoke(*words).code == 8
    assert invoke("diag", "--self-test", "--key", locked.key("stranger")).code == 7
    tried = checked(invoke("diag", "--self-test", *key, "--json").out, "diag/1")
    assert {part["name"]: part["verdict"] for part in tried["parts"]}["optics"] == "good"
    done = invoke("flash", "--yes", "--image", image, *key)
    assert done.code == 0, done.text
    told = checked(invoke("log", "--json").out, "log/1")
    done_by_people = [row["what"] for row in told["logs"]["service"]]
    assert done_by_people.count("key-used") == 2  # one just before the board left for BOOTSEL
    assert done_by_people.count("key-refused") == 1
    assert "image" in [row["what"] for row in told["logs"]["programs"]]


def test_nothing_is_tried_or_taken_away_while_wagers_stand(
    product: Virtual, locked: Station, tmp_path: Path
) -> None:
    key = "--key", locked.key("technician")
    port = "--port", product.facts["usb"]
    with Link.open(product.facts["uart0"]) as host:
        host.bet(0, spots.PASS, 10)
    image = other_image(tmp_path, manifest=False, letter=0x60)
    with contextlib.closing(open_port(product.facts["uart0"])):  # time is not skipped meanwhile
        refused = [
            invoke("flash", "--yes", "--allow-downgrade", "--image", image, *key),
            invoke("diag", "--exercise", "--yes", *port, *key),
            invoke("retire", "--yes", "--out", tmp_path / "log", *port, *key),
            invoke("optics", "calibrate", "--anew", *port, *key),
        ]
    for end in refused:
        assert (end.code, "wagers stand" in end.text) == (1, True), end
    operator = "--key", locked.key("operator")
    told = checked(invoke("void", "--yes", *port, *operator, "--json").out, "void/1")
    assert [(row["seat"], row["credit"]) for row in told["returned"]] == [(0, 10)]
    with Link.open(product.facts["usb"]) as link:
        assert not link.state().stakes
    shown = invoke("recall", "2", *port)
    assert shown.code == 0, shown.text
    assert "bet: seat 0, pass, 10" in shown.out
    assert "sealed record" in shown.out

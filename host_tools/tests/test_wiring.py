"""A board's wiring: the boards hold, and a wrong line stops with its name and what is allowed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from boxcars.build import wiring
from boxcars.build.artifacts import BOARD_NAMES, PRODUCT, RIG
from boxcars.paths import BOARDS


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_the_boards_hold_and_render_as_python(board: str) -> None:
    checked = wiring.load(BOARDS / board)
    names: dict[str, object] = {}
    exec(checked.render("1.2.3"), names)
    assert names["BOARD"] == board
    assert names["VERSION"] == "1.2.3"
    assert names["MOTOR_PWM"] == checked.pins["motor.pwm"]
    rendered = {name for name in names if name.isupper()}
    numbers, pins = wiring.NUMBERS, wiring.PINS
    if checked.kind == "rig":
        numbers, pins = wiring.RIG_NUMBERS, wiring.RIG_PINS
    assert len(rendered) == 3 + len(numbers) + len(pins)


WRONG = [
    # file, what stands there, what is put there, what the error must say
    ("wiring.toml", 'kind = "product"', 'kind = "demo"', "'demo' not one of product, bench"),
    ("wiring.toml", 'name = "SHAKER_RP2040_R1"', 'name = "OTHER"', "board.name='OTHER' is not"),
    ("wiring.toml", "timeout_ms = 2_000", "", "watchdog.timeout_ms is missing"),
    ("wiring.toml", "timeout_ms = 2_000", "timeout_ms = 2.0", "not a whole number from 500"),
    ("wiring.toml", "timeout_ms = 2_000", "timeout_ms = true", "not a whole number from 500"),
    ("wiring.toml", "timeout_ms = 2_000", "timeout_ms = 100", "from 500 to 8000"),
    ("wiring.toml", "timeout_ms = 2_000", "timeout_ms = 2_000\nspeed = 1", "watchdog.speed is"),
    ("wiring.toml", "timeout_ms = 2_000", "timeout_ms = ", "wiring.toml: Invalid value"),
    ("wiring.toml", '[board]\n', "loose = 1\n[board]\n", "loose stands outside a section"),
    ("wiring.toml", '"LID"', '"LIP"', "switches.lid='LIP' is not a name in pins.csv"),
    ("wiring.toml", '"TILT"', '"LID"', "switches.tilt and switches.lid both use GPIO6"),
    ("wiring.toml", "on_ms_max            = 5_000", "on_ms_max = 3_000", "cut every long shake"),
    ("wiring.toml", "current_ma_max       = 1_500", "current_ma_max = 2047", "never be seen"),
    ("wiring.toml", "current_ma_max       = 1_500", "current_ma_max = 2046", None),
    ("wiring.toml", "current_ma_min       = 40 ", "current_ma_min = 1500 ", "is not under motor"),
    ("wiring.toml", "shunt_ua_per_count   = 500", "shunt_ua_per_count = 99000", "is over 2000 W"),
    ("wiring.toml", "files_bytes     = 0 ", "files_bytes = 4096", "do not add up"),
    ("wiring.toml", "baud     = 115_200", "baud = 921_600\n#", None),
    ("wiring.toml", "baud_max = 921_600", "baud_max = 115_200\n#", None),
    ("pins.csv", "HOST_TX,GPIO0", "HOST_TX,GPIO2", "it can be GPIO0, GPIO12, GPIO16, GPIO28"),
    ("pins.csv", "MOTOR_CURRENT,GPIO26", "MOTOR_CURRENT,GPIO24", "motor.current is on GPIO24"),
    ("pins.csv", "MOTOR_PWM,GPIO12", "MOTOR_PWM,GPIO21", "share PWM slice 2"),
    ("pins.csv", "TILT,GPIO5", "TILT,GPIO30", "pins.csv:3: 'TILT,GPIO30' is not NAME,GPIO0"),
    ("pins.csv", "TILT,GPIO5", "HOST_RX,GPIO5", "HOST_RX is named twice"),
    ("mpconfigboard.h", "(1024 * 1024)", "(512 * 1024)", "STORAGE_BYTES is not 1048576"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "there", "put", "says"), WRONG)
def test_a_wrong_line_is_named(
    tmp_path: Path, file: str, there: str, put: str, says: str | None
) -> None:
    folder = tmp_path / PRODUCT
    shutil.copytree(BOARDS / PRODUCT, folder)
    text = (folder / file).read_text()
    assert text.count(there) == 1
    (folder / file).write_text(text.replace(there, put))
    if says is None:
        wiring.load(folder)
        return
    with pytest.raises(wiring.WiringError) as caught:
        wiring.load(folder)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


WRONG_RIG = [
    ("wiring.toml", "[supply]", "[mains]", "mains.switch is not a setting"),
    ("wiring.toml", "slots        = 48 ", "slots = 128", "sensors.slots take 115200 bytes"),
    (
        "wiring.toml",
        "rest_bytes      = 1_048_576",
        "rest_bytes = 0",
        "image and rest do not add up",
    ),
    ("wiring.toml", 'kind = "rig"', 'kind = "bench"', "is not a setting"),
    ("pins.csv", "MOTOR_DUTY,GPIO27", "MOTOR_DUTY,GPIO11", "motor.duty is on GPIO11"),
    ("pins.csv", "MOTOR_CURRENT,GPIO10", "MOTOR_CURRENT,GPIO12", "share PWM slice 6"),
    ("mpconfigboard.h", "(1024 * 1024)", "(512 * 1024)", "STORAGE_BYTES is not 1048576"),
]


@pytest.mark.parametrize(("file", "there", "put", "says"), WRONG_RIG)
def test_a_wrong_line_of_a_rig_is_named(
    tmp_path: Path, file: str, there: str, put: str, says: str
) -> None:
    folder = tmp_path / RIG
    shutil.copytree(BOARDS / RIG, folder)
    text = (folder / file).read_text()
    assert text.count(there) == 1
    (folder / file).write_text(text.replace(there, put))
    with pytest.raises(wiring.WiringError) as caught:
        wiring.load(folder)
    assert says in str(caught.value)


def test_a_product_has_no_file_system(tmp_path: Path) -> None:
    folder = tmp_path / PRODUCT
    shutil.copytree(BOARDS / PRODUCT, folder)
    text = (folder / "wiring.toml").read_text()
    text = text.replace("files_bytes     = 0 ", "files_bytes = 4096 #")
    text = text.replace("journal_bytes   = 1_048_576", "journal_bytes = 1_044_480")
    (folder / "wiring.toml").write_text(text)
    with pytest.raises(wiring.WiringError, match="a product has no file system"):
        wiring.load(folder)


def test_a_folder_without_wiring_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(wiring.WiringError, match="No such file"):
        wiring.load(tmp_path)

"""Read a board's `wiring.toml` and `pins.csv`, check every line, and render the frozen module.

A setting that is missing, unknown or out of range stops the build with the file, the line's name
and what is allowed. There are two layouts: of a shaker, and of a rig that plays the cabinet to it.
Standard library only.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from boxcars import __version__
from boxcars.errors import HostError


class WiringError(HostError):
    """A board folder that does not describe a board."""


# What the RP2040 can route where (datasheet 2.19.2): pin numbers for each function and bus.
_UART_TX = {0: (0, 12, 16, 28), 1: (4, 8, 20, 24)}
_UART_RX = {0: (1, 13, 17, 29), 1: (5, 9, 21, 25)}
_SPI_SCK = {0: (2, 6, 18, 22), 1: (10, 14, 26)}
_SPI_MOSI = {0: (3, 7, 19, 23), 1: (11, 15, 27)}
_SPI_MISO = {0: (0, 4, 16, 20), 1: (8, 12, 24, 28)}
_ADC = (26, 27, 28, 29)
_GPIO_MAX = 29

_KINDS = ("product", "bench", "rig")
PINS = (
    "host.tx", "host.rx",
    "motor.pwm", "motor.brake", "motor.enable", "motor.tach", "motor.current",
    "optics.sck", "optics.mosi", "optics.miso", "optics.select_left", "optics.select_right",
    "optics.light",
    "switches.lid", "switches.cabinet_door", "switches.logic_door", "switches.tilt",
    "status.light",
)  # fmt: skip
_FLASH = {
    "flash.size_bytes": (524_288, 16_777_216),
    "flash.image_bytes_max": (262_144, 16_777_216),
}
_WATCHDOG = {"watchdog.timeout_ms": (500, 8_000)}
_ADC_COUNT_MAX = 4095
_MOTOR_UW_MAX = 2_000_000_000  # the motor's tick multiplies in words of 32 bits
NUMBERS = {
    **_FLASH,
    "flash.files_bytes": (0, 16_777_216),
    "flash.journal_bytes": (65_536, 16_777_216),
    "host.uart": (0, 1),
    "host.baud": (115_200, 921_600),
    "host.baud_max": (115_200, 921_600),
    "motor.pwm_hz": (20_000, 25_000),
    "motor.tach_pulses_per_turn": (1, 60),
    "motor.spin_up_ms": (1, 2_000),
    "motor.spin_up_duty_permille": (1, 1_000),
    "motor.tumble_ms": (500, 10_000),
    "motor.tumble_random_ms": (1, 5_000),
    "motor.tumble_duty_permille": (1, 1_000),
    "motor.soft_stop_ms": (0, 2_000),
    "motor.brake_ms": (0, 1_000),
    "motor.on_ms_max": (100, 8_000),
    "motor.stall_ms_max": (10, 100),
    "motor.current_ma_max": (1, 20_000),
    "motor.current_ma_min": (1, 20_000),
    "motor.supply_mv": (3_000, 48_000),
    "motor.work_mj_min": (1, 1_000_000),
    "motor.tach_count_min": (1, 60_000),
    "motor.shunt_ua_per_count": (1, 100_000),
    "optics.spi": (0, 1),
    "optics.baud": (100_000, 8_000_000),
    "optics.light_hz": (1_000, 1_000_000),
    "optics.light_duty_permille": (1, 1_000),
    "optics.frame_width": (16, 64),
    "optics.frame_height": (16, 64),
    "optics.settle_ms_max": (100, 10_000),
    "switches.debounce_ms": (1, 1_000),
    **_WATCHDOG,
}
RIG_PINS = (
    "sensors.sck", "sensors.mosi", "sensors.miso", "sensors.select_left", "sensors.select_right",
    "sensors.light",
    "motor.enable", "motor.brake", "motor.pwm", "motor.duty", "motor.tach", "motor.current",
    "switches.lid", "switches.cabinet_door", "switches.logic_door", "switches.tilt",
    "supply.switch",
    "status.light",
)  # fmt: skip
RIG_NUMBERS = {
    **_FLASH,
    "flash.rest_bytes": (0, 16_777_216),
    "sensors.frame_width": (16, 64),
    "sensors.frame_height": (16, 64),
    "sensors.slots": (8, 255),
    "motor.current_hz": (20_000, 1_000_000),
    **_WATCHDOG,
}
_RIG_RAM_BYTES_MAX = 98_304  # that frames may take


@dataclass(frozen=True)
class Wiring:
    """A checked board description: pins as GPIO numbers, the rest as written."""

    board: str
    kind: str
    numbers: dict[str, int]
    pins: dict[str, int]

    def render(self, version: str) -> str:
        """The source of the frozen module `wiring`."""
        lines = [
            '"""GENERATED from wiring.toml and pins.csv of the board; do not edit."""',
            "",
            f'BOARD = "{self.board}"',
            f'KIND = "{self.kind}"',
            f'VERSION = "{version}"',
        ]
        values = {**self.numbers, **self.pins}
        lines += [f"{_constant(name)} = {values[name]}" for name in sorted(values)]
        return "\n".join(lines) + "\n"


def _constant(name: str) -> str:
    return name.replace(".", "_").upper()


def load(folder: Path) -> Wiring:
    """Read and check the wiring of a board folder."""
    file = folder / "wiring.toml"
    try:
        tables = tomllib.loads(file.read_text())
    except OSError as error:
        raise WiringError(f"{file}: {error.strerror}") from error
    except tomllib.TOMLDecodeError as error:
        raise WiringError(f"{file}: {error}") from error
    given = _flatten(file, tables)
    kind = given.get("board.kind")
    if kind not in _KINDS:
        raise WiringError(f"{file}: board.kind={kind!r} not one of {', '.join(_KINDS)}")
    pin_names, ranges = (RIG_PINS, RIG_NUMBERS) if kind == "rig" else (PINS, NUMBERS)
    known = {"board.name", "board.kind", *pin_names, *ranges}
    for name in sorted(given.keys() - known):
        raise WiringError(f"{file}: {name} is not a setting; known: {', '.join(sorted(known))}")
    for name in sorted(known - given.keys()):
        raise WiringError(f"{file}: {name} is missing")
    if given["board.name"] != folder.name:
        raise WiringError(f"{file}: board.name={given['board.name']!r} is not '{folder.name}'")
    numbers = {name: _number(file, name, given[name], ranges[name]) for name in ranges}
    pins = _pins(file, _read_pins(folder / "pins.csv"), given, pin_names)
    wiring = Wiring(folder.name, str(kind), numbers, pins)
    if kind == "rig":
        _check_rig(file, folder, wiring)
        return wiring
    _check_buses(file, wiring)
    _check_times(file, numbers)
    _check_current(file, numbers)
    _check_flash(file, folder, wiring)
    return wiring


def _flatten(file: Path, tables: dict[str, object]) -> dict[str, object]:
    given: dict[str, object] = {}
    for section, rows in tables.items():
        if not isinstance(rows, dict):
            raise WiringError(f"{file}: {section} stands outside a section")
        for name, value in rows.items():
            given[f"{section}.{name}"] = value
    return given


def _number(file: Path, name: str, value: object, allowed: tuple[int, int]) -> int:
    low, high = allowed
    if type(value) is not int or not low <= value <= high:
        raise WiringError(f"{file}: {name}={value!r} not a whole number from {low} to {high}")
    return value


def _read_pins(file: Path) -> dict[str, int]:
    """`NAME,GPIOn` a line, as MicroPython's board format has it."""
    pins: dict[str, int] = {}
    try:
        lines = file.read_text().splitlines()
    except OSError as error:
        raise WiringError(f"{file}: {error.strerror}") from error
    for number, line in enumerate(lines, 1):
        found = re.fullmatch(r"([A-Z][A-Z0-9_]*),GPIO(\d+)", line.strip())
        if not found or int(found[2]) > _GPIO_MAX:
            raise WiringError(f"{file}:{number}: {line!r} is not NAME,GPIO0 to GPIO{_GPIO_MAX}")
        if found[1] in pins:
            raise WiringError(f"{file}:{number}: {found[1]} is named twice")
        pins[found[1]] = int(found[2])
    return pins


def _pins(
    file: Path, named: dict[str, int], given: dict[str, object], settings: Sequence[str]
) -> dict[str, int]:
    pins: dict[str, int] = {}
    users: dict[int, str] = {}
    for setting in settings:
        name = given[setting]
        if not isinstance(name, str) or name not in named:
            raise WiringError(f"{file}: {setting}={name!r} is not a name in pins.csv")
        gpio = named[name]
        if gpio in users:
            raise WiringError(f"{file}: {setting} and {users[gpio]} both use GPIO{gpio}")
        users[gpio] = setting
        pins[setting] = gpio
    return pins


def _check_buses(file: Path, wiring: Wiring) -> None:
    uart, spi = wiring.numbers["host.uart"], wiring.numbers["optics.spi"]
    allowed = {
        "host.tx": _UART_TX[uart],
        "host.rx": _UART_RX[uart],
        "optics.sck": _SPI_SCK[spi],
        "optics.mosi": _SPI_MOSI[spi],
        "optics.miso": _SPI_MISO[spi],
        "motor.current": _ADC,
    }
    _check_routes(file, wiring, allowed)
    _check_slices(file, wiring, "motor.pwm", "optics.light")


def _check_routes(file: Path, wiring: Wiring, allowed: dict[str, tuple[int, ...]]) -> None:
    for setting, gpios in allowed.items():
        if wiring.pins[setting] not in gpios:
            shown = ", ".join(f"GPIO{gpio}" for gpio in gpios)
            raise WiringError(
                f"{file}: {setting} is on GPIO{wiring.pins[setting]}; it can be {shown}"
            )


def _check_slices(file: Path, wiring: Wiring, one: str, other: str) -> None:
    """A PWM slice has one frequency: two outputs of different frequency need two slices."""
    slices = {name: wiring.pins[name] // 2 % 8 for name in (one, other)}
    if slices[one] == slices[other]:
        raise WiringError(f"{file}: {one} and {other} share PWM slice {slices[one]}")


def _check_times(file: Path, numbers: dict[str, int]) -> None:
    phases = ("spin_up_ms", "tumble_ms", "tumble_random_ms", "soft_stop_ms", "brake_ms")
    total = sum(numbers[f"motor.{phase}"] for phase in phases)
    if total >= numbers["motor.on_ms_max"]:
        raise WiringError(
            f"{file}: the motor's phases take up to {total} ms: motor.on_ms_max="
            f"{numbers['motor.on_ms_max']} would cut every long shake"
        )
    if numbers["host.baud"] > numbers["host.baud_max"]:
        raise WiringError(f"{file}: host.baud is over host.baud_max")


def _check_current(file: Path, numbers: dict[str, int]) -> None:
    """The limits must be within what the converter can show, and the work within a word."""
    full_ma = _ADC_COUNT_MAX * numbers["motor.shunt_ua_per_count"] // 1000
    most, least = numbers["motor.current_ma_max"], numbers["motor.current_ma_min"]
    if most >= full_ma:
        raise WiringError(
            f"{file}: the shunt shows up to {full_ma} mA: motor.current_ma_max={most} "
            "would never be seen"
        )
    if least >= most:
        raise WiringError(f"{file}: motor.current_ma_min is not under motor.current_ma_max")
    if numbers["motor.supply_mv"] * full_ma > _MOTOR_UW_MAX:
        raise WiringError(
            f"{file}: motor.supply_mv times the {full_ma} mA of the shunt's full scale is over "
            f"{_MOTOR_UW_MAX // 1_000_000} W"
        )


def _check_flash(file: Path, folder: Path, wiring: Wiring) -> None:
    numbers = wiring.numbers
    image, files, journal = (
        numbers[f"flash.{part}"] for part in ("image_bytes_max", "files_bytes", "journal_bytes")
    )
    if image + files + journal != numbers["flash.size_bytes"]:
        raise WiringError(f"{file}: image, files and journal do not add up to flash.size_bytes")
    if files % 4096 or journal % 4096:
        raise WiringError(f"{file}: files and journal are whole 4096-byte sectors")
    if wiring.kind == "product" and files:
        raise WiringError(f"{file}: a product has no file system: flash.files_bytes must be 0")
    _check_storage(folder, files + journal)


def _check_storage(folder: Path, size: int) -> None:
    header = folder / "mpconfigboard.h"
    found = re.search(r"FLASH_STORAGE_BYTES\s+\((\d+) \* 1024\)", header.read_text())
    if not found or int(found[1]) * 1024 != size:
        raise WiringError(f"{header}: MICROPY_HW_FLASH_STORAGE_BYTES is not {size}")


def _check_rig(file: Path, folder: Path, wiring: Wiring) -> None:
    numbers = wiring.numbers
    _check_routes(file, wiring, {"motor.duty": _ADC})
    _check_slices(file, wiring, "motor.tach", "motor.current")
    pixels = numbers["sensors.frame_width"] * numbers["sensors.frame_height"]
    size = pixels * numbers["sensors.slots"]
    if size > _RIG_RAM_BYTES_MAX:
        raise WiringError(f"{file}: sensors.slots take {size} bytes, over {_RIG_RAM_BYTES_MAX}")
    rest = numbers["flash.rest_bytes"]
    if numbers["flash.image_bytes_max"] + rest != numbers["flash.size_bytes"]:
        raise WiringError(f"{file}: image and rest do not add up to flash.size_bytes")
    _check_storage(folder, rest)


def main(arguments: list[str]) -> int:
    """`python3 -m boxcars.build.wiring BOARD_DIR OUT_DIR`: what a board's CMake calls."""
    try:
        board, out = map(Path, arguments)
        text = load(board).render(__version__)
    except HostError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    out.mkdir(parents=True, exist_ok=True)
    (out / "wiring.py").write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

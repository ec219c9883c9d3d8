"""The attachment points: pins, PWM, ADC and SPI, as a cabinet will use them."""

from __future__ import annotations

import pytest

from boards.virtual import MS, Board, PwmState

pytestmark = pytest.mark.emulator


def test_the_host_sees_what_a_pin_drives(board: Board) -> None:
    seen: list[bool | None] = []
    board.pins.listen(5, seen.append)
    assert board.pins.level(5) is None
    board.repl.exec(
        "from machine import Pin\np = Pin(5, Pin.OUT, value=0)\np(1)\np(0)\nPin(5, Pin.IN)"
    )
    assert seen[-3:] == [True, False, None]
    assert True in seen
    assert board.pins.level(5) is None


def test_a_switch_with_a_pull(board: Board) -> None:
    board.repl.exec("from machine import Pin\np = Pin(20, Pin.IN, Pin.PULL_UP)")
    read = "print(p())"
    assert board.repl.exec(read) == "1\n"
    board.pins.drive(20, False)
    assert board.repl.exec(read) == "0\n"
    board.pins.drive(20, None)
    assert board.repl.exec(read) == "1\n"


def test_an_edge_at_a_time_raises_an_interrupt(board: Board) -> None:
    board.pins.drive(20, True)
    board.repl.exec(
        "from machine import Pin\nimport time\nev = []\np = Pin(20, Pin.IN)\n"
        "p.irq(lambda p: ev.append(time.ticks_us()), Pin.IRQ_FALLING)\nt = time.ticks_us()"
    )
    start = board.now
    board.at(start + 100 * MS, lambda: board.pins.drive(20, False))
    board.repl.exec("time.sleep_ms(150)")
    elapsed = int(board.repl.exec("print(ev[0] - t if len(ev) == 1 else -1)"))
    assert elapsed == pytest.approx(100_000, abs=3_000)


def test_driven_pins_survive_a_reset(board: Board) -> None:
    board.pins.drive(20, True)
    board.power_off()
    board.power_on()
    assert board.repl.exec("from machine import Pin\nprint(Pin(20, Pin.IN)())") == "1\n"


def test_adc(board: Board) -> None:
    board.repl.exec("from machine import ADC\na = ADC(26)")
    for value in (0, 1234, 4095):
        board.pins.set_analog(26, value)
        assert int(board.repl.exec("print(a.read_u16() >> 4)")) == value


def test_pwm_is_observed_without_sampling(board: Board) -> None:
    seen: list[tuple[int, PwmState]] = []
    board.pins.listen_pwm(14, lambda state: seen.append((board.now, state)))
    board.repl.exec("from machine import Pin, PWM\np = PWM(Pin(14), freq=20000, duty_u16=0)")
    board.repl.exec("p.duty_u16(32768)")
    state = board.pins.pwm(14)
    assert state.hz == pytest.approx(20_000, rel=0.001)
    assert state.duty == pytest.approx(0.5, abs=0.001)
    assert seen[-1][1] == state
    board.repl.exec("p.deinit()")
    assert board.pins.pwm(14).hz == 0.0


def test_pwm_stops_at_a_reset_and_is_told(board: Board) -> None:
    seen: list[PwmState] = []
    board.pins.listen_pwm(14, seen.append)
    board.repl.exec("from machine import Pin, PWM\np = PWM(Pin(14), freq=20000, duty_u16=40000)")
    assert seen[-1].duty > 0.5
    board.reset()
    assert seen[-1] == PwmState(0.0, 0.0)


def test_pwm_stops_in_a_power_cut_and_is_told(board: Board) -> None:
    seen: list[PwmState] = []
    board.pins.listen_pwm(14, seen.append)
    board.repl.exec("from machine import Pin, PWM\np = PWM(Pin(14), freq=20000, duty_u16=40000)")
    board.power_off()
    assert seen[-1] == PwmState(0.0, 0.0)


class _Register:
    """Answers each word with a fixed offset, and keeps what it was told."""

    def __init__(self, offset: int) -> None:
        self.offset = offset
        self.log: list[object] = []

    def select(self) -> None:
        self.log.append("select")

    def exchange(self, word: int) -> int:
        self.log.append(word)
        return (word + self.offset) & 0xFF

    def deselect(self) -> None:
        self.log.append("deselect")


_SPI = """
from machine import SPI, Pin
s = SPI(0, 4_000_000, sck=Pin(18), mosi=Pin(19), miso=Pin(16))
a = Pin(17, Pin.OUT, value=1)
b = Pin(22, Pin.OUT, value=1)
def talk(cs, data):
    buf = bytearray(len(data))
    cs(0); s.write_readinto(data, buf); cs(1)
    return bytes(buf)
"""


def test_two_devices_share_an_spi_bus(board: Board) -> None:
    first, second = _Register(1), _Register(0x10)
    board.pins.spi(0).attach(17, first)
    board.pins.spi(0).attach(22, second)
    board.repl.exec(_SPI)
    assert board.repl.exec("print(talk(a, b'\\x01\\x02'))") == "b'\\x02\\x03'\n"
    assert board.repl.exec("print(talk(b, b'\\x01\\x02'))") == "b'\\x11\\x12'\n"
    assert board.repl.exec("print(s.read(2))") == "b'\\xff\\xff'\n"
    assert first.log[-4:] == ["select", 1, 2, "deselect"]
    assert board.pins.spi(0).clash_count == 0


def test_two_selected_devices_clash(board: Board) -> None:
    board.pins.spi(0).attach(17, _Register(1))
    board.pins.spi(0).attach(22, _Register(0x10))
    board.repl.exec(_SPI)
    board.repl.exec("b(0)\nprint(talk(a, b'\\x0f'))")
    assert board.pins.spi(0).clash_count == 1


def test_spi_takes_wire_time(board: Board) -> None:
    board.pins.spi(0).attach(17, _Register(0))
    board.repl.exec(_SPI + "import time\nd = bytes(900)")
    out = board.repl.exec(
        "t = time.ticks_us()\ntalk(a, d)\nprint(time.ticks_diff(time.ticks_us(), t))"
    )
    assert int(out) >= 900 * 8 / 4

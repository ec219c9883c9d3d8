"""What hangs on the board's pins: the attachment points for the cabinet.

A device drives pins, sees what the board drives, answers on SPI and sets analogue inputs. It all
happens in simulated time, inside the callbacks given here or in `Board.at`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from boards.virtual.chip import GPIO_COUNT, PWM_BLOCKS, Chip
from boards.virtual.simtime import CLK_SYS_HZ

_ADC_FIRST_GPIO = 26
_IDLE_BUS = 0xFF
_CSR_PHASE_CORRECT, _CSR_INVERT_A, _CSR_INVERT_B = 2, 4, 8


@dataclass(frozen=True)
class PwmState:
    """How a pin is driven: frequency in Hz (0: not by PWM, `duty` is then its level) and duty."""

    hz: float
    duty: float


class SpiDevice(Protocol):
    """One device on an SPI bus with a chip select of its own."""

    def select(self) -> None: ...
    def exchange(self, word: int) -> int: ...
    def deselect(self) -> None: ...


class SpiBus:
    """Words go to every device that is selected; two answers at once pull each other low."""

    def __init__(self, chip: Chip, bus: int) -> None:
        self.clash_count = 0
        self._chip = chip
        self._selected: list[SpiDevice] = []
        chip.spi_attach(bus, self._exchange)

    def attach(self, chip_select: int, device: SpiDevice) -> None:
        def changed(level: bool | None) -> None:
            if level is False and device not in self._selected:
                self._selected.append(device)
                device.select()
            elif level is not False and device in self._selected:
                self._selected.remove(device)
                device.deselect()

        self._chip.pin_listen(chip_select, changed)

    def _exchange(self, word: int) -> int:
        answer = _IDLE_BUS
        self.clash_count += len(self._selected) > 1
        for device in self._selected:
            answer &= device.exchange(word)
        return answer


class Pins:
    """The board's header."""

    def __init__(self, chip: Chip) -> None:
        self._chip = chip
        self._buses: dict[int, SpiBus] = {}
        self._pwm_watchers: list[tuple[int, PwmState, Callable[[PwmState], None]]] = []
        self._quiet: list[int] = []

    def level(self, gpio: int) -> bool | None:
        """What the board drives; None while the pin is an input."""
        return self._chip.pin_level(gpio)

    def drive(self, gpio: int, level: bool | None) -> None:
        """Drive a pin from outside; None lets go of it and leaves it to the board's pull."""
        assert 0 <= gpio < GPIO_COUNT
        self._chip.pin_drive(gpio, level)

    def listen(self, gpio: int, told: Callable[[bool | None], None]) -> None:
        """Call `told(level)` at every change of what the board drives."""
        assert 0 <= gpio < GPIO_COUNT
        self._chip.pin_listen(gpio, told)

    def set_analog(self, gpio: int, value: int) -> None:
        """The 12-bit reading of GPIO26 to GPIO29 until it is set again."""
        assert _ADC_FIRST_GPIO <= gpio < GPIO_COUNT
        self._chip.adc_set(gpio - _ADC_FIRST_GPIO, value)

    def pwm(self, gpio: int) -> PwmState:
        """How the pin is driven now, from the registers of its PWM slice (datasheet 4.5.2)."""
        registers = self._chip.pwm_registers(gpio)
        if registers is None:
            return PwmState(0.0, 1.0 if self.level(gpio) else 0.0)
        csr, div, cc, top = registers
        second = bool(gpio & 1)
        divider = ((div >> 4) & 0xFF or 256) + (div & 15) / 16
        period = divider * (top + 1) * (2 if csr & _CSR_PHASE_CORRECT else 1)
        duty = min(1.0, (cc >> 16 if second else cc & 0xFFFF) / (top + 1))
        if csr & (_CSR_INVERT_B if second else _CSR_INVERT_A):
            duty = 1.0 - duty
        return PwmState(CLK_SYS_HZ / period, duty)

    def listen_pwm(self, gpio: int, told: Callable[[PwmState], None]) -> None:
        """Call `told(state)` when frequency or duty change; costs nothing per PWM period."""
        if not self._pwm_watchers:
            self._chip.listen(self._look_at_pwm, *PWM_BLOCKS)
        self._pwm_watchers.append((gpio, self.pwm(gpio), told))

    def quiet_pwm(self, gpio: int) -> None:
        """Do not play the edges of a pin's PWM, for devices that go by `listen_pwm` alone.

        At 100 kHz they take most of the emulator's time. The slice's wrap makes no interrupts or
        DMA requests then.
        """
        self._quiet.append(gpio)
        self._chip.pwm_quiet(gpio)

    def spi(self, bus: int) -> SpiBus:
        if bus not in self._buses:
            self._buses[bus] = SpiBus(self._chip, bus)
        return self._buses[bus]

    def after_reset(self) -> None:
        """The processor was reset, which writes no register: look at what changed by it."""
        for gpio in self._quiet:
            self._chip.pwm_quiet(gpio)
        self._look_at_pwm()

    def _look_at_pwm(self) -> None:
        for index, (gpio, before, told) in enumerate(self._pwm_watchers):
            state = self.pwm(gpio)
            if state != before:
                self._pwm_watchers[index] = (gpio, state, told)
                told(state)

"""The emulated RP2040. The only module that touches `rp2040py`, and every way round its bugs.

The rest of the package sees plain integers, bytes and callables. Facts about the emulator on which
this relies are pinned by `tests/test_canary.py`: the package is young and its version is exact.

- The batch loop ends on a budget of *wall* time, and an ended batch drops a fraction of a cycle
  for the PIO. Wall time is taken out of it, so that a run cannot depend on the machine's load.
- The boot ROM is not run on the way up: the core starts at the flash's first word, as if the ROM
  had found a good second stage. What the ROM does on a watchdog reset (stop the watchdog, look at
  the scratch registers) is done here.
- A reset inside the instruction that asks for it would be followed by the rest of that register
  write; so a trigger only stops the batch, and the reset is made between two instructions.
- The flash interface is replaced: the stock one knows no busy time and no unique id.
- A core that waits for an event is not woken by an interrupt: see `WakeOnPending`.
- While the core sleeps, time jumps from alarm to alarm, and the PIO executes one instruction a
  jump. While a state machine runs, an alarm every 50 us bounds the jumps: machines that take
  longer for an instruction (20 kHz and less) are then right to 50 us, faster ones lag meanwhile.
"""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable
from typing import Any

from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.gpio_pin import GPIOPinState
from rp2040py.peripherals._ssi import RPSSI
from rp2040py.reset_cause import ResetCause as _ChipCause
from rp2040py.rp2040 import RP2040
from rp2040py.simulator import Simulator
from rp2040py.usb.cdc import USBCDC
from rp2040py.utils.logging import ConsoleLogger, LogLevel

from boards.virtual.errors import EmulatorError
from boards.virtual.flash import FLASH_SIZE, STATUS_BUSY, NorFlash
from boards.virtual.registers import Tap, WakeOnPending, Window
from boards.virtual.resets import ResetKind
from boards.virtual.simtime import CYCLE_NS

try:
    import rp2040py.native._simulator as _native_batch
except ImportError:
    _native_batch = None  # type: ignore[assignment]

_VERSION = "1.0.0b1"
_TICKS_PER_NS = 16
_ROM_SIZE = 0x4000
_BOOT_MAGIC = 0xB007C0D3  # SCRATCH4 of a reset that asks the ROM to jump to SCRATCH7
_WDT_CTRL, _WDT_REASON, _WDT_REASON_TIMER = 0x00, 0x08, 1
_KEY_SSI, UART0_BLOCK = 0x18000, 0x40034
PWM_BLOCKS = (0x40050, 0x40014)  # and the functions of the pins
_KEYS_PIO = (0x50200, 0x50300)
_PIO_STEP_TICKS = 50_000 * _TICKS_PER_NS
_PIN_FUNCTION_PWM = 4

_BRANCH_TO_ITSELF, _BELOW_STACK = 0xE7FE, 64
GPIO_COUNT, ADC_MAX = 30, 4095

_CAUSES = {
    ResetKind.POWER_ON: _ChipCause.POWER_ON,
    ResetKind.RUN_PIN: _ChipCause.RUN_PIN,
    ResetKind.WATCHDOG: _ChipCause.WATCHDOG,
    ResetKind.SOFTWARE: _ChipCause.WATCHDOG,
    ResetKind.BOOTSEL: _ChipCause.WATCHDOG,
}


class _NoWallClock:
    """Stands in for `time` in the batch loop: no time passes, so no batch ends by it."""

    @staticmethod
    def monotonic() -> float:
        return 0.0


class _FlashInterface(RPSSI):
    """The SSI block with our flash chip behind it; chip select is the QSPI_SS pin."""

    def __init__(self, chip: Chip, mcu: RP2040) -> None:
        self._chip = chip
        super().__init__(mcu, "SSI")

    def reset(self) -> None:
        super().reset()
        self._chip.flash.reset_bus()

    def _on_cs_pin_changed(self, value: GPIOPinState, _last_value: GPIOPinState) -> None:
        selected = value == GPIOPinState.LOW
        if selected and not self._cs_asserted:
            self._rx_queue.clear()
            self._update()
            self._chip.flash.select()
        elif self._cs_asserted and not selected:
            self._chip.flash.deselect()
        self._cs_asserted = selected

    def _shift_byte(self, byte_out: int) -> int:
        return self._chip.flash_exchange(byte_out)


class Chip:
    """One RP2040 with its flash. Time moves only in `run()` and `idle()`."""

    def __init__(self, unique_id: bytes, random_bit: Callable[[], int]) -> None:
        if _native_batch is None or importlib.metadata.version("rp2040py") != _VERSION:
            raise EmulatorError(f"install rp2040py=={_VERSION} from its wheel: the compiled core")
        _native_batch.time = _NoWallClock  # type: ignore[attr-defined]
        self._mcu = RP2040()
        self._sim = Simulator(rp2040=self._mcu)
        self._clock = self._sim.clock
        self._mcu.logger = ConsoleLogger(LogLevel.ERROR)
        self._mcu.load_bootrom(BOOTROM_B1)
        self._mcu.rosc.random_bit = random_bit
        self.flash = NorFlash(
            memoryview(self._mcu.flash)[:FLASH_SIZE], lambda: self.now, unique_id
        )
        self._mcu.ssi = _FlashInterface(self, self._mcu)
        self._mcu.peripherals[_KEY_SSI] = self._mcu.ssi
        self._mcu.watchdog.on_watchdog_trigger = self._on_watchdog
        self.reset_request: ResetKind | None = None
        self.held = True
        self._frozen_ticks = 0
        self._alarms: set[Any] = set()
        self._cdc = USBCDC(self._mcu.usb_ctrl)
        self._pio_alarm = self._clock.create_alarm(self._pace_pio)
        self._pio_paced = False
        WakeOnPending(self._mcu)
        for key in _KEYS_PIO:
            Tap(self._mcu.peripherals, key, self._on_pio_write)
        self.reset(ResetKind.POWER_ON)

    # -- time --------------------------------------------------------------------------------

    @property
    def ticks(self) -> int:
        """Sixteenths of a nanosecond since the start, exact."""
        return int(self._clock.ticks) + int(self._clock.rebased_ticks)  # type: ignore[attr-defined]

    @property
    def now(self) -> int:
        return self.ticks // _TICKS_PER_NS

    @property
    def cycles(self) -> int:
        """System clock cycles of 8 ns since the start, whatever the core did in them."""
        return self.ticks // (CYCLE_NS * _TICKS_PER_NS)

    @property
    def executed(self) -> int:
        """Cycles in which core 0 executed instructions since its last reset."""
        return int(self._mcu.core.cycles)

    def schedule(self, at: int, action: Callable[[], None]) -> Callable[[], None]:
        """Call `action` at that time, between two instructions. Returns what cancels it."""

        def fire() -> None:
            self._alarms.discard(alarm)
            action()

        alarm = self._clock.create_alarm(fire)
        self._alarms.add(alarm)
        alarm.schedule_ticks(max(0, at * _TICKS_PER_NS - self.ticks))

        def cancel() -> None:
            if alarm in self._alarms:
                self._alarms.discard(alarm)
                alarm.cancel()

        return cancel

    def run(self) -> None:
        """Execute until somebody stops it, or a million instructions."""
        self._sim.stopped = False
        if self.held:
            self._idle_to_next_alarm()
            return
        self._thaw()
        if not self._sim.stopped:
            self._sim._execute_batch()

    def stop(self) -> None:
        self._sim.stopped = True

    def _idle_to_next_alarm(self) -> None:
        while self.held and not self._sim.stopped and self._clock.has_scheduled_alarm:
            self._clock.tick_ticks(self._clock.ticks_to_next_alarm)

    def flash_exchange(self, byte: int) -> int:
        """A byte to the flash chip and back.

        A core that asks for the status of a busy chip spins until it is done, interrupts off. That
        time is passed in one go, and when the run ends within it, the core stays frozen for the
        rest: so the course of events does not depend on where runs end.
        """
        if self.flash.polling_busy:
            ends = self.flash.busy_until
            assert ends is not None
            self._frozen_ticks = ends * _TICKS_PER_NS - self.ticks
            self._thaw()
        answer = self.flash.shift(byte)
        return answer & ~STATUS_BUSY if self._frozen_ticks else answer

    def _thaw(self) -> None:
        while self._frozen_ticks and not self._sim.stopped:
            step = self._frozen_ticks
            if self._clock.has_scheduled_alarm:
                step = min(step, self._clock.ticks_to_next_alarm)
            self._clock.tick_ticks(step)
            self._frozen_ticks -= step
        self.flash.settle()

    # -- reset -------------------------------------------------------------------------------

    def reset(self, kind: ResetKind) -> None:
        """Into reset, and stay there. The flash chip keeps what it is doing."""
        self._mcu.enter_reset(cause=_CAUSES[kind])
        if _CAUSES[kind] is _ChipCause.WATCHDOG:
            self._mcu.watchdog.write_uint32(_WDT_CTRL, 0)  # the ROM stops it on the way up
        self.held = True
        self.reset_request = None
        self._frozen_ticks = 0

    def release(self) -> None:
        """Out of reset: the core starts at the first word of the flash."""
        self._mcu.leave_reset()
        self.held = False

    def fill_sram(self, data: bytes) -> None:
        self._mcu.sram[:] = data

    @property
    def sram_size(self) -> int:
        return len(self._mcu.sram)

    def _on_watchdog(self) -> None:
        watchdog = self._mcu.watchdog
        scratch = watchdog.scratch_data
        entry = scratch[7]
        to_rom = (
            scratch[4] == _BOOT_MAGIC
            and scratch[5] == (entry ^ -_BOOT_MAGIC) & 0xFFFFFFFF
            and entry < _ROM_SIZE
        )
        if watchdog.read_uint32(_WDT_REASON) == _WDT_REASON_TIMER and not to_rom:
            self.reset_request = ResetKind.WATCHDOG
        else:
            self.reset_request = ResetKind.BOOTSEL if to_rom else ResetKind.SOFTWARE
        self.stop()

    # -- UART0 -------------------------------------------------------------------------------

    def uart_on_byte(self, told: Callable[[int], None]) -> None:
        self._mcu.uart[0].on_byte = told

    def uart_feed(self, byte: int) -> bool:
        """A character has arrived on RX. False: the receive FIFO was full and it is lost."""
        uart = self._mcu.uart[0]
        fits = not uart.rx_fifo.full
        uart.feed_byte(byte)
        return fits

    @property
    def uart_listening(self) -> bool:
        return bool(self._mcu.uart[0].enabled and self._mcu.uart[0].rx_enabled)

    @property
    def uart_baud(self) -> int:
        """The guest's own rate; 0 before it has set one."""
        uart = self._mcu.uart[0]
        return round(uart.baud_rate) if uart.baud_divider else 0

    @property
    def uart_frame_bits(self) -> int:
        uart = self._mcu.uart[0]
        control = uart._line_ctrl_register
        return 2 + uart.word_length + bool(control & 2) + bool(control & 8)

    # -- USB ---------------------------------------------------------------------------------

    def cdc_on_connected(self, told: Callable[[], None]) -> None:
        self._cdc.on_device_connected = told

    def cdc_on_data(self, told: Callable[[bytes], None]) -> None:
        self._cdc.on_serial_data = lambda data: told(bytes(data))

    @property
    def cdc_room(self) -> int:
        fifo = self._cdc.tx_fifo
        return int(fifo.size - fifo.item_count)

    def cdc_feed(self, byte: int) -> None:
        self._cdc.send_serial_byte(byte)

    def cdc_lines(self, *, dtr: bool, rts: bool) -> None:
        self._cdc.set_control_lines(dtr=dtr, rts=rts)

    # -- pins --------------------------------------------------------------------------------

    def pin_level(self, gpio: int) -> bool | None:
        """What the pin drives; None while it is an input."""
        pin = self._mcu.gpio[gpio]
        return bool(pin.output_value) if pin.output_enable else None

    def pin_drive(self, gpio: int, level: bool | None) -> None:
        """Drive the pin from outside; None lets go of it, and its pull decides."""
        pin = self._mcu.gpio[gpio]
        if level is None:
            pin.release_input()
        else:
            pin.set_input_value(level)

    def pin_listen(self, gpio: int, told: Callable[[bool | None], None]) -> None:
        def changed(_new: GPIOPinState, _old: GPIOPinState) -> None:
            told(self.pin_level(gpio))

        self._mcu.gpio[gpio].add_listener(changed)

    def adc_set(self, channel: int, value: int) -> None:
        self._mcu.adc.channel_values[channel] = max(0, min(ADC_MAX, value))

    def pwm_registers(self, gpio: int) -> tuple[int, int, int, int] | None:
        """CSR, DIV, CC and TOP of the pin's PWM slice; None if PWM does not drive the pin."""
        channel = self._mcu.pwm.channels[(gpio >> 1) & 7]
        if self._mcu.gpio[gpio].function_select != _PIN_FUNCTION_PWM or not channel.csr & 1:
            return None
        return channel.csr, channel.div, channel.cc, channel.top

    def pwm_quiet(self, gpio: int) -> None:
        """Leave out the edges of the pin's PWM slice: each of them ends the core's stride."""
        channel = self._mcu.pwm.channels[(gpio >> 1) & 7]
        for name in ("alarm_a", "alarm_b", "alarm_a_rise", "alarm_b_rise", "alarm_bottom"):
            getattr(channel, name).enable = False

    def listen(self, told: Callable[[], None], *blocks: int) -> None:
        """Call `told` after every write to these blocks of registers."""
        for block in blocks:
            Tap(self._mcu.peripherals, block, told)

    def spi_attach(self, bus: int, exchange: Callable[[int], int]) -> None:
        """Words that the guest sends on an SPI bus go to `exchange`, which answers each."""
        spi = self._mcu.spi[bus]
        spi.on_transmit = lambda word: spi.complete_transmit(exchange(word))

    def add_window(self, base: int, written: Callable[[int, int], None]) -> None:
        """Registers of the test bench at an address that the chip leaves empty."""
        assert base >> 12 not in self._mcu.peripherals
        self._mcu.peripherals[base >> 12] = Window(written)

    # -- PIO ---------------------------------------------------------------------------------

    def _on_pio_write(self) -> None:
        if not self._pio_paced:
            self._pio_paced = True
            self._pio_alarm.schedule_ticks(_PIO_STEP_TICKS)

    def _pace_pio(self) -> None:
        self._pio_paced = any(
            machine.enabled and not machine.waiting
            for pio in self._mcu.pio
            for machine in pio.machines
        )
        if self._pio_paced:
            self._pio_alarm.schedule_ticks(_PIO_STEP_TICKS)

    # -- the cores ---------------------------------------------------------------------------

    def core_addresses(self) -> tuple[int, int]:
        """Where the state of the two cores lies in this process, for `pcwatch`."""
        mcu: Any = self._mcu
        return mcu.core._native_cpu_address(), mcu.core1._native_cpu_address()

    def core_state(self) -> tuple[list[int], int, int]:
        """Registers, cycle count and vector table base of core 0."""
        core = self._mcu.core
        return [int(word) for word in core.registers], int(core.cycles), int(core.vtor)

    def hang(self) -> None:
        """Core 0 spins from now on, its interrupts off, in a loop below its own stack."""
        core: Any = self._mcu.core
        core.pm = True
        core.pc = (int(core.sp) - _BELOW_STACK) & ~3
        self._mcu.write_uint32(core.pc, _BRANCH_TO_ITSELF)
        core.waiting = False

    def peek32(self, address: int) -> int:
        return int(self._mcu.read_uint32(address))

    def peek8(self, address: int) -> int:
        return int(self._mcu.read_uint8(address))

    def step(self) -> int:
        """One instruction of core 0, slowly: the reference that tests compare with. Its PC."""
        pc = int(self._mcu.core.pc) & ~1
        if self._mcu.core.waiting:
            self._clock.tick_ticks(self._clock.ticks_to_next_alarm)
            return -1
        cycles = self._mcu.core.execute_instruction()
        self._clock.tick_ticks(cycles * CYCLE_NS * _TICKS_PER_NS)
        return pc

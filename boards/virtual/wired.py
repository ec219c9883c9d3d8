"""Two virtual boards wired to each other: a product, and a rig that plays the cabinet to it.

    with WiredRig(product, rig, wiring.load(...), wiring.load(...)) as pair:
        port = SimSerial(pair.product, pair.rig.cdc)

Every line of the rig's `wiring.toml` is connected. The boards share one time: the product's. The
rig follows within a millisecond, and to the instant wherever the product does something to it, so
its stamps are right; what it does to the product comes up to that millisecond late.

What leads through an RC filter on a real rig is carried as its level here: the shunt's current,
the motor's duty, the ring light.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import TracebackType
from typing import Self

from boards.virtual.board import Board
from boards.virtual.chip import ADC_MAX
from boards.virtual.pins import PwmState
from boards.virtual.simtime import MS
from boards.virtual.spiwire import SpiWire
from boxcars.build.wiring import Wiring

_FOLLOW_NS = MS
_SIDES = ("left", "right")
_SWITCHES = ("lid", "cabinet_door", "logic_door", "tilt")


class WiredRig:
    """The rig is fed at once, the product when the rig says so. Runs like a board."""

    def __init__(self, product: Board, rig: Board, board: Wiring, other: Wiring) -> None:
        """Neither may have been fed before; `board` and `other` are their wirings."""
        assert product.state == rig.state == "off"
        self.product = product
        self.rig = rig
        self._is_following = False
        self._pins = board.pins
        self._there = other.pins
        self._wire_sensors(board)
        self._wire_motor()
        self._wire_tach()
        for name in _SWITCHES:
            self._wire_switch(f"switches.{name}")
        rig.pins.listen(self._there["supply.switch"], self._set_supply)
        product.on_event.append(lambda _event: self._look())
        rig.cdc.mover = self
        rig.power_on()
        product.at(product.now + _FOLLOW_NS, self._follow)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self.product.close()
        self.rig.close()

    # -- time: the product's -----------------------------------------------------------------

    @property
    def now(self) -> int:
        return self.product.now

    def run_to(self, time: int) -> bool:
        return self.product.run_to(time)

    def run_for(self, duration: int) -> bool:
        return self.product.run_for(duration)

    def run_until(self, done: Callable[[], bool], timeout: int) -> None:
        self.product.run_until(done, timeout)

    def stop(self) -> None:
        self.product.stop()

    def catch_up(self) -> None:
        """Bring the rig to the product's time; what the rig itself caused finds it there."""
        if self.product.now > self.rig.now and not self._is_following:
            self._is_following = True
            self.rig.run_to(self.product.now)
            self._is_following = False

    def _follow(self) -> None:
        self.catch_up()
        self.product.at(self.product.now + _FOLLOW_NS, self._follow)

    # -- wires -------------------------------------------------------------------------------

    def _wire_sensors(self, board: Wiring) -> None:
        gpio = {name: self._there[f"sensors.{name}"] for name in ("sck", "mosi", "miso")}
        bus = self.product.pins.spi(board.numbers["optics.spi"])
        for side in _SIDES:
            select = self._there[f"sensors.select_{side}"]
            wire = SpiWire(self.product, self.rig, gpio, select)
            bus.attach(self._pins[f"optics.select_{side}"], wire)
        light = self._pins["optics.light"]
        self.product.pins.quiet_pwm(light)
        self.product.pins.listen_pwm(light, self._set_light)

    def _wire_motor(self) -> None:
        pwm = self._pins["motor.pwm"]
        self.product.pins.quiet_pwm(pwm)
        self.product.pins.listen_pwm(pwm, self._set_duty)
        for name in ("motor.enable", "motor.brake"):
            self.product.pins.listen(self._pins[name], partial(self._set_line, name))
        current = self._there["motor.current"]
        self.rig.pins.quiet_pwm(current)
        self.rig.pins.listen_pwm(current, self._set_current)
        self._look()

    def _wire_tach(self) -> None:
        there, here = self._there["motor.tach"], self._pins["motor.tach"]
        self.product.pins.drive(here, False)
        self.rig.pins.listen(there, lambda level: self.product.pins.drive(here, level is True))

    def _wire_switch(self, name: str) -> None:
        there, here = self._there[name], self._pins[name]
        self.rig.pins.listen(there, partial(self.product.pins.drive, here))

    def _set_light(self, state: PwmState) -> None:
        self.catch_up()
        self.rig.pins.drive(self._there["sensors.light"], state.duty > 0)

    def _set_duty(self, state: PwmState) -> None:
        self.catch_up()
        self.rig.pins.set_analog(self._there["motor.duty"], round(state.duty * ADC_MAX))
        self.rig.pins.drive(self._there["motor.pwm"], state.duty > 0)

    def _set_line(self, name: str, level: bool | None) -> None:
        self.catch_up()
        self.rig.pins.drive(self._there[name], level is True)

    def _set_current(self, state: PwmState) -> None:
        self.product.pins.set_analog(self._pins["motor.current"], round(state.duty * ADC_MAX))

    def _look(self) -> None:
        """The product was reset or its supply has failed: see what it drives now."""
        pins = self.product.pins
        for name in ("motor.enable", "motor.brake"):
            self._set_line(name, pins.level(self._pins[name]))
        self._set_duty(pins.pwm(self._pins["motor.pwm"]))
        self._set_light(pins.pwm(self._pins["optics.light"]))

    def _set_supply(self, level: bool | None) -> None:
        """Called while the rig runs, and it runs within the product."""
        if level is True and self.product.state == "off":
            self.product.power_on()
            self.product.chip.stop()  # the idle loop of a board that is off must see that it is on
        elif level is not True and self.product.state != "off":
            self.product.power_off()

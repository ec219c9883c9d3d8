"""A small DC motor with an eccentric weight: inertia, current, tach pulses.

First order: the speed follows the voltage; the current is what the voltage over the back-EMF
drives through the winding. It moves in steps of half a millisecond while it is driven or turns.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from boards.virtual.board import Board
from boards.virtual.simtime import SEC, US
from boxcars.build.wiring import Wiring

_STEP = 500 * US
_SUPPLY_V = 12.0
_WINDING_OHM = 8.0
_FREE_RPS = 100.0  # at the full supply, without load
_LOAD = 0.8  # the share of the free speed that is reached with the plate on it
_TAU_DRIVEN_S = 0.06
_TAU_COAST_S = 0.18
_TAU_BRAKE_S = 0.02
_STANDSTILL_RPS = 0.5


class Motor:
    """Reads PWM, brake and enable; drives tach and shunt."""

    def __init__(self, board: Board, wiring: Wiring) -> None:
        self._board = board
        pins = wiring.pins
        self._pwm, self._brake = pins["motor.pwm"], pins["motor.brake"]
        self._enable, self._tach = pins["motor.enable"], pins["motor.tach"]
        self._current = pins["motor.current"]
        self._pulses_per_turn = wiring.numbers["motor.tach_pulses_per_turn"]
        self._ua_per_count = wiring.numbers["motor.shunt_ua_per_count"]
        self.rps = 0.0
        self.amps = 0.0
        self.supply = 1.0  # of the full voltage
        self.blocked = False
        self.disconnected = False
        self.short_amps: float | None = None
        self.edges: list[tuple[int, str, float]] = []  # time, line, level or duty
        self.on_enable: list[Callable[[bool], None]] = []
        self.on_step: list[Callable[[], None]] = []
        self._turn = 0.0
        self._level = True
        self._duty = 0.0
        self._braking = False
        self.enabled = False
        self._running = False
        self._time = 0
        board.pins.drive(self._tach, True)
        board.pins.set_analog(self._current, 0)
        board.pins.quiet_pwm(self._pwm)
        board.pins.listen_pwm(self._pwm, lambda state: self._set_duty(state.duty))
        board.pins.listen(self._brake, lambda level: self._set_brake(level is True))
        board.pins.listen(self._enable, lambda level: self._set_enable(level is True))

    def look(self) -> None:
        """The board was reset or its supply failed: see what it drives now."""
        pins = self._board.pins
        self._set_duty(pins.pwm(self._pwm).duty)
        self._set_brake(pins.level(self._brake) is True)
        self._set_enable(pins.level(self._enable) is True)

    def _set_duty(self, duty: float) -> None:
        if duty != self._duty:
            self._duty = duty
            self.edges.append((self._board.now, "pwm", duty))
            self._wake()

    def _set_brake(self, on: bool) -> None:
        if on != self._braking:
            self._braking = on
            self.edges.append((self._board.now, "brake", float(on)))
            self._wake()

    def _set_enable(self, on: bool) -> None:
        if on == self.enabled:
            return
        self.enabled = on
        self.edges.append((self._board.now, "enable", float(on)))
        for told in self.on_enable:
            told(on)
        self._wake()

    def _wake(self) -> None:
        if not self._running and self.enabled:
            self._running = True
            self._time = self._board.now
            self._board.at(self._time + _STEP, self._step)

    def _step(self) -> None:
        now = self._board.now
        seconds = (now - self._time) / SEC
        self._time = now
        volts = self._move(seconds)
        self._measure(volts)
        self._pulse(seconds)
        for told in self.on_step:
            told()
        if self.enabled or self.rps > _STANDSTILL_RPS:
            self._board.at(now + _STEP, self._step)
        else:
            self.rps = 0.0
            self._running = False
            self._board.pins.set_analog(self._current, 0)

    def _move(self, seconds: float) -> float:
        """The new speed; the voltage that drives it, 0 while it coasts or brakes."""
        if self.enabled and self._braking:
            goal, tau, volts = 0.0, _TAU_BRAKE_S, 0.0
        elif self.enabled and not self.disconnected:
            volts = _SUPPLY_V * self.supply * self._duty
            goal, tau = _LOAD * _FREE_RPS * volts / _SUPPLY_V, _TAU_DRIVEN_S
        else:
            goal, tau, volts = 0.0, _TAU_COAST_S, 0.0
        self.rps = goal + (self.rps - goal) * math.exp(-seconds / tau)
        if self.blocked:
            self.rps = 0.0
        return volts

    def _measure(self, volts: float) -> None:
        back = _SUPPLY_V * self.rps / _FREE_RPS
        self.amps = max(0.0, (volts - back) / _WINDING_OHM) if volts else 0.0
        if self.short_amps is not None and self.enabled and self._duty:
            self.amps = self.short_amps
        count = round(self.amps * 1_000_000 / self._ua_per_count)
        self._board.pins.set_analog(self._current, count)

    def _pulse(self, seconds: float) -> None:
        self._turn += self.rps * seconds * self._pulses_per_turn * 2
        if self._turn >= 1.0:
            self._turn -= 1.0
            self._level = not self._level
            self._board.pins.drive(self._tach, self._level)

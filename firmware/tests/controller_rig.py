"""The whole controller behind the link, on stand-ins for dice and flash, in simulated time.

`Cabinet` outlives the power of its board: flash, world and both lines stay when it is cut.
"""

import hashlib

from boxcars.link import Link
from firmware.tests.link_rig import BoardPort, Line, SimClock
from firmware.tests.micropython.fake_flash import FakeFlash
from firmware.tests.micropython.fake_parts import (
    FakeIdentity,
    FakeShaker,
    FakeSource,
    FakeTest,
    World,
)
from shaker.app.clock import Clock
from shaker.app.controller import Controller
from shaker.app.noise import Noise
from shaker.app.workshop import Workshop
from shaker.link.messages import HOST_PORT, USB_PORT
from shaker.seal import keymaker


class QuickSigner:
    """Signs with a digest: for tests that are about the link, not about curves."""

    public = bytes(range(32, 64))

    def sign_into(self, signature, message, size):
        signature[:] = hashlib.sha512(bytes(message[:size])).digest()


def use_quick_signer(monkeypatch):
    """From here on a board that has a key signs quickly."""
    load = keymaker.load
    signer = QuickSigner()
    monkeypatch.setattr(
        keymaker, "load", lambda store, curve: None if load(store, None) is None else signer
    )


class _Time(SimClock):
    def ticks_us(self):
        return self.ticks_ms() * 1000 & 0x3FFFFFFF


class _Outlet:
    """One port of the board, in the shape that a `Line` has its board."""

    def __init__(self, cabinet, place):
        self.port = BoardPort()
        self.hub = self
        self.place = place
        self._cabinet = cabinet

    def poll(self):
        if self._cabinet.board is not None:
            self._cabinet.board.step()


class Cabinet:
    """A board with both its lines. `falls` are what the dice show, or reasons of No Rolls."""

    def __init__(self, falls=()):
        self.clock = _Time()
        self.world = World(falls)
        self.flash = FakeFlash(40 * 4096)
        self.board = None
        self.boot_count = 0
        self._outlets = [_Outlet(self, HOST_PORT), _Outlet(self, USB_PORT)]
        self.host, self.usb = (Line(self.clock, outlet) for outlet in self._outlets)
        self.clock.on_sleep = self._turn
        self.start()

    def _turn(self):
        self.host.turn()
        self.usb.turn()

    def start(self):
        """Power on."""
        self.boot_count += 1
        self.board = Controller(
            Workshop(),
            self.flash,
            FakeShaker(self.world),
            Clock(self.clock, 1),
            Noise(FakeSource(self.boot_count)),
            FakeIdentity(),
            FakeTest(),
            None,
        )
        for outlet in self._outlets:
            outlet.port.incoming.clear()
            outlet.port.outgoing.clear()
            outlet.port.rate = 115200
            self.board.open_port(outlet.port, outlet.place)

    def link(self, **options):
        """A link on the host's line, connected."""
        link = Link(self.host.open, clock=self.clock, **options)
        link.connect()
        return link

    def technician(self, **options):
        """A link on the USB port, connected."""
        link = Link(self.usb.open, clock=self.clock, **options)
        link.connect()
        return link

    def provision(self):
        """Give the board its key."""
        technician = self.technician()
        technician.provision()
        technician.close()

    def cut_when_told(self, done):
        """Cut the power in place of the first bytes to the host at which `done()` holds."""

        def faults(direction, chunk):
            if direction == 1 and done():
                self.host.faults = None
                self.start()
                return []
            return [chunk]

        self.host.faults = faults

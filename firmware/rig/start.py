"""From power-on to the loop: who this is, its parts, then the link on USB."""

import sys
import time

import machine
import wiring

from micropython import const
from rig import digest, layout_data
from rig.contacts import Contacts, Supply
from rig.edges import Edges
from rig.handler import Handler, NoRecords
from rig.motor import Motor
from rig.rest import until_interrupt
from rig.sensors import Sensors
from shaker.app.passport import Passport
from shaker.chip.usb_port import UsbPort
from shaker.link.hub import Hub
from shaker.link.layout import Layout
from shaker.link.messages import REBOOT_BOOTSEL, USB_PORT
from shaker.link.session import Session

_TICK_MS = const(2)
_LAST_TURNS = const(100)


def run():
    """It never comes back. What goes wrong is said on USB, and the watchdog starts it again."""
    machine.Pin(wiring.STATUS_LIGHT, machine.Pin.OUT, value=1)
    passport = Passport()
    passport.wait()
    supply = Supply(wiring)
    contacts = Contacts(wiring)
    sensors = Sensors(wiring)
    motor = Motor(wiring, sensors)
    edges = Edges(wiring, motor)
    handler = Handler(passport, supply, contacts, sensors, motor, edges)
    layout = Layout(layout_data, digest.TABLE_DIGEST)
    hub = Hub(handler, NoRecords(), time, layout)
    port = UsbPort()
    Session(hub, port, USB_PORT)
    sensors.start()
    port.write(passport.line, 0, len(passport.line))
    _serve(hub, edges, handler)


def _serve(hub, edges, handler):
    machine.Timer(-1, period=_TICK_MS, mode=machine.Timer.PERIODIC, callback=_wake)
    watchdog = machine.WDT(timeout=wiring.WATCHDOG_TIMEOUT_MS)
    try:
        while handler.reboot_wanted < 0:
            _turn(hub, edges, watchdog)
        for _ in range(_LAST_TURNS):  # the answer goes out
            _turn(hub, edges, watchdog)
        if handler.reboot_wanted == REBOOT_BOOTSEL:
            machine.bootloader()
        machine.reset()
    except Exception as error:
        sys.print_exception(error)
    while True:  # the watchdog starts it again
        machine.idle()


def _turn(hub, edges, watchdog):
    watchdog.feed()
    edges.sample()
    if not hub.poll():
        until_interrupt()  # the timer's at the latest


def _wake(_timer):
    """Coming is all that it does."""

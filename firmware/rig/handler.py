"""What the link asks a rig: who it is, and every message of its table."""

import os
from time import ticks_us

from micropython import const
from rig import messages
from rig.motor import COUNT_FULL, TACH_HZ_MAX, TACH_HZ_MIN
from shaker.link.codes import E_ANSWER_LOST, E_KEY, E_TABLE_FULL, E_UNSUPPORTED, E_VALUE, OK
from shaker.link.messages import IDENTITY, MEASURE, REBOOT, REBOOT_BOOTSEL

_EDGE_SIZE = const(7)
_SWITCHES_ALL = const(15)
_BUILD_RIG = const(2)  # after the bench kit and the product


class NoRecords:
    """A rig seals nothing."""

    def oldest(self):
        return 0

    def newest(self):
        return -1

    def acknowledged(self):
        return -1


class Handler:
    """The one handler of a rig. `passport` says who it is; the parts are its hands."""

    def __init__(self, passport, supply, contacts, sensors, motor, edges):
        self.device = passport.device
        self.image = passport.image
        self.build = _BUILD_RIG
        self.reboot_wanted = -1  # the mode
        self.rules = bytes(32)
        self.head = bytes(32)
        # Another at each start: what the host had put into the rig is gone then.
        self.boot = int.from_bytes(os.urandom(4), "little") >> 2
        self._passport = passport
        self._supply = supply
        self._contacts = contacts
        self._sensors = sensors
        self._motor = motor
        self._edges = edges
        self._performers = {
            REBOOT: self._do_reboot,
            messages.SUPPLY: self._do_supply,
            messages.SWITCHES: self._do_switches,
            messages.FRAME: self._do_frame,
            messages.SHOW: self._do_show,
            messages.FALL: self._do_fall,
            messages.TUMBLE: self._do_tumble,
            messages.DARK: self._do_dark,
            messages.MOTOR: self._do_motor,
            messages.EDGES_CLEAR: self._do_edges_clear,
        }
        self._askers = {
            IDENTITY: self._tell_identity,
            MEASURE: self._tell_measure,
            messages.EDGES: self._tell_edges,
            messages.RIG_STATE: self._tell_state,
        }

    # -- what the session asks -----------------------------------------------------------------

    def line(self):
        return self._passport.line

    def locked(self):
        return False

    def faulted(self):
        return False

    def last_command(self, place):
        """Nothing outlives a start."""
        return 0

    def remembered(self, boot, sequence, buf, at):
        return OK

    def nonce_into(self, buf, at, size):
        buf[at : at + size] = os.urandom(size)
        return OK

    def allows(self, authorities, place):
        return True

    def may_acknowledge(self, place):
        return False

    def verify(self, authority, key_buf, signature_buf, signed_buf, size):
        return E_KEY

    def answer_again(self, request):
        return E_ANSWER_LOST

    def begun(self, place):
        """Whoever comes finds things as they are."""

    def lost(self, place):
        """The board under test keeps its supply while its rig is not talked to."""

    def perform(self, request):
        act = self._performers.get(request.message)
        return E_UNSUPPORTED if act is None else act(request.fields, request.reply)

    def ask(self, request):
        act = self._askers.get(request.message)
        return E_UNSUPPORTED if act is None else act(request.fields, request.reply)

    # -- hands ---------------------------------------------------------------------------------

    def _do_reboot(self, fields, reply):
        mode = fields.u8()
        if mode > REBOOT_BOOTSEL:
            return E_UNSUPPORTED
        self.reboot_wanted = mode
        return OK

    def _do_supply(self, fields, reply):
        on = fields.u8()
        if on > 1:
            return E_VALUE
        self._supply.set(on)
        reply.u8(on)
        return OK

    def _do_switches(self, fields, reply):
        opened = fields.u8()
        if opened > _SWITCHES_ALL:
            return E_VALUE
        self._contacts.set(opened)
        reply.u8(opened)
        return OK

    def _has(self, slot, count=1):
        return slot + count <= self._sensors.slot_count

    def _do_frame(self, fields, reply):
        sensors = self._sensors
        slot, offset, size = fields.u8(), fields.u16(), fields.left()
        if not self._has(slot) or not size or offset + size > sensors.size:
            return E_VALUE
        sensors.put(slot, offset, fields.buf, fields.skip(size), size)
        reply.u8(slot)
        reply.u16(size)
        return OK

    def _do_show(self, fields, reply):
        left, right = fields.u8(), fields.u8()
        if not self._has(left) or not self._has(right):
            return E_VALUE
        self._sensors.show(left, right)
        return OK

    def _do_fall(self, fields, reply):
        left, right = fields.u8(), fields.u8()
        if not self._has(left) or not self._has(right):
            return E_VALUE
        if not self._sensors.fall(left, right):
            return E_TABLE_FULL
        reply.u8(self._sensors.waiting_count)
        return OK

    def _do_tumble(self, fields, reply):
        left, right, count = fields.u8(), fields.u8(), fields.u8()
        if not count or not self._has(left, count) or not self._has(right, count):
            return E_VALUE
        self._sensors.tumble(left, right, count)
        return OK

    def _do_dark(self, fields, reply):
        slot = fields.u8()
        if not self._has(slot):
            return E_VALUE
        self._sensors.dark(slot)
        return OK

    def _do_motor(self, fields, reply):
        tach_hz, current, idle = fields.u16(), fields.u16(), fields.u16()
        if tach_hz and not TACH_HZ_MIN <= tach_hz <= TACH_HZ_MAX:
            return E_VALUE
        if current > COUNT_FULL or idle > COUNT_FULL:
            return E_VALUE
        self._motor.model(tach_hz, current, idle)
        return OK

    def _do_edges_clear(self, fields, reply):
        self._edges.clear()
        reply.u30(self._edges.next)
        return OK

    # -- eyes ----------------------------------------------------------------------------------

    def _tell_identity(self, fields, reply):
        passport = self._passport
        reply.u8(self.build)
        reply.u8(0)
        for part in (self.device, self.image, passport.version, passport.board):
            reply.copy(part, 0, len(part))
        return OK

    def _tell_measure(self, fields, reply):
        digest = self._passport.measure(fields.buf, fields.skip(32))
        reply.copy(digest, 0, len(digest))
        return OK

    def _tell_edges(self, fields, reply):
        edges = self._edges
        end = edges.next
        number = max(fields.u30(), edges.oldest())
        reply.u30(number)
        reply.u30(end)
        reply.u30(ticks_us())
        while number < end and reply.room() >= _EDGE_SIZE:
            at = number % messages.EDGES_KEPT
            reply.u30(edges.times[at])
            reply.u8(edges.lines[at])
            reply.u16(edges.levels[at])
            number += 1
        return OK

    def _tell_state(self, fields, reply):
        sensors, motor = self._sensors, self._motor
        reply.u8(self._supply.is_on)
        reply.u8(self._contacts.opened)
        reply.u8(sensors.is_lit())
        reply.u8(motor.enabled)
        reply.u8(motor.braked)
        reply.u16(self._edges.duty)
        reply.u30(sensors.captures(0))
        reply.u30(sensors.captures(1))
        reply.u8(sensors.waiting_count)
        reply.u8(sensors.slot_count)
        reply.u8(sensors.width)
        reply.u8(sensors.height)
        reply.u30(self._edges.next)
        return OK

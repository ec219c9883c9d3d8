"""Settings that outlive a power cut: the keys of people, and the calibration of each chamber.

Stored whole in the journal's banks: a cut leaves the old or the new. The keys stay in RAM as well;
calibrations are read when they are asked for.

Layout, version 1: eight key slots of 44 bytes (authority, state, 2 zeros, id of 8, public key of
32), two texts (size, 32 bytes), then two calibrations of up to 1600 bytes, each with its size (2)
before it: 64 bytes of `dice/calibration.py`, then the floor of the empty chamber, a byte a pixel.
"""

from micropython import const
from shaker.limits import SETTINGS_SIZE_MAX
from shaker.octets.kernels import equal, fill, move
from shaker.octets.words import get_u16, put_u16

VERSION = const(1)
KEY_SLOTS = const(8)
ID_SIZE = const(8)
_SLOT_SIZE = const(44)
_AT_STATE = const(1)
_AT_ID = const(4)
_AT_PUBLIC = const(12)
_EMPTY = const(0)
_VALID = const(1)
_REVOKED = const(2)
SETTING_LABEL = const(1)  # what the cabinet is called
SETTING_SITE = const(2)  # where it stands
TEXT_SIZE_MAX = const(32)
_AT_TEXTS = const(352)  # KEY_SLOTS * _SLOT_SIZE
_TEXT_SIZE = const(33)
_AT_CALIBRATION = const(512)
_CALIBRATION_SIZE = const(1640)
CALIBRATION_SIZE_MAX = const(1600)
_SIZE = const(3792)
_AT_SIZE = const(508)  # of the keys in RAM: a place for two bytes that are read

assert _AT_CALIBRATION + 2 * _CALIBRATION_SIZE == _SIZE <= SETTINGS_SIZE_MAX


class Vault:
    """`store` is the journal's `Settings`; `scratch_buf` has room for all of it."""

    def __init__(self, store, scratch_buf):
        self._store = store
        self._scratch_buf = scratch_buf
        self._buf = bytearray(_AT_CALIBRATION)
        self.undo()

    @property
    def generation(self):
        """How many banks have been written: of the one in force."""
        return self._store.generation

    def save(self):
        """Put keys and what is stored beside them on flash; 0, or the journal's code and they
        are what they were."""
        self._gather()
        code = self._store.store(VERSION, self._scratch_buf, 0, _SIZE)
        if code:
            self.undo()
        return code

    def undo(self):
        """Keys and texts as they are on flash."""
        fill(self._buf, 0, _AT_CALIBRATION, 0)
        if self._store.version == VERSION:
            self._store.read_into(self._buf, 0, 0, _AT_CALIBRATION)

    def _gather(self):
        fill(self._scratch_buf, 0, _SIZE, 0)
        if self._store.version == VERSION:
            self._store.read_into(self._scratch_buf, 0, 0, _SIZE)
        move(self._scratch_buf, 0, self._buf, 0, _AT_CALIBRATION)

    @property
    def is_clear(self):
        """Is there neither a key nor a text nor a calibration?"""
        if self.size_of(0) or self.size_of(1):
            return False
        return not any(self._buf[:_AT_SIZE])

    def clear(self):
        """Forget everything, on flash as well."""
        fill(self._buf, 0, _AT_CALIBRATION, 0)
        fill(self._scratch_buf, 0, _SIZE, 0)
        return self._store.store(VERSION, self._scratch_buf, 0, _SIZE)

    # -- keys --------------------------------------------------------------------------------

    def find_key(self, key):
        """The slot of a valid key by its id, -1 if there is none."""
        for slot in range(KEY_SLOTS):
            at = slot * _SLOT_SIZE
            same = equal(self._buf, at + _AT_ID, key, 0, ID_SIZE)
            if same and self._buf[at + _AT_STATE] == _VALID:
                return slot
        return -1

    def add_key(self, authority, public, start):
        """Keep a public key; its slot, -1 if there is no room, -2 if it is there already."""
        free = -1
        for slot in range(KEY_SLOTS):
            at = slot * _SLOT_SIZE
            if self._buf[at + _AT_STATE] == _EMPTY:
                free = slot if free < 0 else free
            elif equal(self._buf, at + _AT_PUBLIC, public, start, 32):
                return -2
        if free >= 0:
            at = free * _SLOT_SIZE
            self._buf[at] = authority
            self._buf[at + _AT_STATE] = _VALID
            move(self._buf, at + _AT_ID, public, start, ID_SIZE)
            move(self._buf, at + _AT_PUBLIC, public, start, 32)
        return free

    def revoke_key(self, slot):
        """A revoked key keeps its slot: it cannot be added again."""
        self._buf[slot * _SLOT_SIZE + _AT_STATE] = _REVOKED

    def has_key(self, authority):
        """Is there a valid key of any of these authorities?"""
        for slot in range(KEY_SLOTS):
            at = slot * _SLOT_SIZE
            if self._buf[at + _AT_STATE] == _VALID and self._buf[at] & authority:
                return True
        return False

    def authority_of(self, slot):
        return self._buf[slot * _SLOT_SIZE]

    def state_of(self, slot):
        """0 empty, 1 valid, 2 revoked."""
        return self._buf[slot * _SLOT_SIZE + _AT_STATE]

    def id_at(self, slot):
        """Where the id of a slot lies in `image`."""
        return slot * _SLOT_SIZE + _AT_ID

    def public_into(self, buf, slot):
        move(buf, 0, self._buf, slot * _SLOT_SIZE + _AT_PUBLIC, 32)

    @property
    def image(self):
        """The bytes, to be read."""
        return self._buf

    # -- texts -------------------------------------------------------------------------------

    def text_at(self, setting):
        """Where a setting lies in `image`: its size, then its text."""
        return _AT_TEXTS + (setting - SETTING_LABEL) * _TEXT_SIZE

    def set_text(self, at, fields, size):
        """Keep the text of the setting there in RAM; `save` puts it on flash."""
        fill(self._buf, at, _TEXT_SIZE, 0)
        self._buf[at] = size
        move(self._buf, at + 1, fields.buf, fields.skip(size), size)

    # -- calibration -------------------------------------------------------------------------

    def size_of(self, chamber):
        """How much is kept of a chamber."""
        if self._store.version != VERSION:
            return 0
        start = _AT_CALIBRATION + chamber * _CALIBRATION_SIZE
        self._store.read_into(self._buf, _AT_SIZE, start, 2)
        return get_u16(self._buf, _AT_SIZE)

    def calibration_into(self, buf, chamber, offset, size):
        """Copy a part of the calibration of a chamber; how much of it there was.

        Every shake asks for the floors: with two locals more the frame would go to the heap.
        """
        size = min(size, self.size_of(chamber) - offset)
        if size <= 0:
            return 0
        offset += _AT_CALIBRATION + chamber * _CALIBRATION_SIZE + 2
        return self._store.read_into(buf, 0, offset, size)

    def set_calibration(self, chamber, offset, buf, size):
        """Keep a part of a calibration on flash; 0, or the journal's code."""
        assert offset >= 0
        assert offset + size <= CALIBRATION_SIZE_MAX
        kept = self.size_of(chamber)
        self._gather()
        at = _AT_CALIBRATION + chamber * _CALIBRATION_SIZE
        put_u16(self._scratch_buf, at, max(kept, offset + size))
        move(self._scratch_buf, at + 2 + offset, buf, 0, size)
        return self._store.store(VERSION, self._scratch_buf, 0, _SIZE)

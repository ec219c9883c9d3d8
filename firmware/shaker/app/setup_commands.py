"""Messages of identity and provisioning: who the board is, its key, people's keys, the lock."""

import gc

from shaker.app import bodies, book, steps
from shaker.app.vault import SETTING_LABEL, SETTING_SITE, TEXT_SIZE_MAX
from shaker.core.codes import OK
from shaker.link import codes, messages
from shaker.octets.kernels import equal, move
from shaker.seal import keymaker
from shaker.seal.record import KIND_RETIRE

_NONCE_SIZE = 32
_VERSION_SIZE = 16
_BOARD_SIZE = 24
_KEY_ENTRY_SIZE = 18
_REBOOT_BOOTSEL = 1


class SetupCommands:
    """`board` is the controller."""

    def __init__(self, board):
        self._board = board
        self._book = board.ledger.book
        self._scribe = board.scribe
        self._vault = board.vault
        self._keyring = board.keyring
        self._changes = board.changes
        self._seen_keys = 0
        self._zeros = bytes(32)
        self.may_measure = True  # once a turn of the loop: the watchdog does not wait for two
        self._nonce_buf = bytearray(_NONCE_SIZE)  # of the last measurement
        self._measured = None
        self.performers = {
            messages.PROVISION: self._provision,
            messages.KEY_ADD: self._add_key,
            messages.KEY_REVOKE: self._revoke_key,
            messages.LOCK: self._lock,
            messages.RETIRE: self._retire,
            messages.CLOCK: self._clock,
            messages.DICE_SET: self._dice_set,
            messages.REBOOT: self._reboot,
            messages.SETTING: self._set,
        }
        self.askers = {
            messages.IDENTITY: self._identity,
            messages.MEASURE: self._measure,
            messages.KEY: self._key,
            messages.KEYS: self._keys,
            messages.SETTING_READ: self._read_setting,
        }

    # -- who it is ---------------------------------------------------------------------------

    def _identity(self, request):
        reply, identity = request.reply, self._board.identity
        reply.u8(identity.build)
        reply.u8(self._book[book.LOCKED])
        reply.copy(identity.device, 0, 8)
        reply.copy(identity.image, 0, 32)
        reply.copy(identity.version, 0, _VERSION_SIZE)
        reply.copy(identity.board, 0, _BOARD_SIZE)
        return OK

    def _measure(self, request):
        """The image over a nonce of the host; between rounds, as it takes half a second.

        A repeat of the question gets the same answer without the work.
        """
        buf, at = request.fields.buf, request.fields.skip(_NONCE_SIZE)
        if self._measured is not None and equal(buf, at, self._nonce_buf, 0, _NONCE_SIZE):
            request.reply.copy(self._measured, 0, 32)
            return OK
        if self._book[book.PHASE] not in (book.IDLE, book.BETTING, book.WAITING):
            return codes.E_BUSY
        if not self.may_measure:
            return codes.E_BUSY
        self.may_measure = False
        self._measured = self._board.identity.measure(buf, at)
        move(self._nonce_buf, 0, buf, at, _NONCE_SIZE)
        request.reply.copy(self._measured, 0, 32)
        return OK

    def _key(self, request):
        reply = request.reply
        chain = self._scribe.chain
        reply.u8(0 if chain is None else 1)
        reply.copy(self._zeros if chain is None else self._board.public, 0, 32)
        reply.u30(self._book[book.BOOT])
        reply.s30(self._book[book.SEQUENCE] - 1)
        return OK

    # -- the board's key ---------------------------------------------------------------------

    def _provision(self, request, command):
        """Make the key. Allocates: it happens once, before there is any table."""
        if self._scribe.chain is not None:
            return codes.E_DUPLICATE
        if self._book[book.SEQUENCE]:
            return codes.E_RETIRED  # it had a key
        if self._book[book.PHASE] != book.IDLE:
            return codes.E_STATE
        if self._book[book.BOOT] == 0:
            return codes.E_FLASH  # this start is not in the journal: a key would be older than it
        gc.collect()  # what a signer needs comes in one piece
        if keymaker.make(self._board.noise.source, self._board.keys) != keymaker.MADE:
            return codes.E_SELF_TEST
        code = self._board.open_chain(command)
        if code != OK:
            return code
        self._board.round.pay_all()
        request.reply.copy(self._board.public, 0, 32)
        return OK

    def _retire(self, request, command):
        """The last record, then key and settings are gone; a cut in between is made good.

        Who signs for it has taken the records: over USB a locked board is not acknowledged.
        """
        board = self._board
        if board.desk.has_stakes():
            return codes.E_STAKES
        if board.shaker.motor.is_on or board.shaker.is_busy:
            return codes.E_MOTION
        if not request.authority and self._book[book.ACKED] < self._book[book.SEQUENCE]:
            return codes.E_FULL
        if self._scribe.chain is None:
            return codes.E_NOT_PROVISIONED
        if not board.registrar.is_ready:
            return codes.E_BUSY
        self._pay_keys()
        code = board.registrar.record(command, KIND_RETIRE, 0, 0)
        if code != OK:
            return code
        request.reply.u30(self._book[book.SEQUENCE] - 1)
        return board.end_life()

    # -- keys of people ----------------------------------------------------------------------

    def _add_key(self, request, command):
        fields = request.fields
        authority = fields.u8()
        if authority not in (messages.TECHNICIAN, messages.OPERATOR, messages.STATION):
            return codes.E_VALUE
        code = self._changes.may_begin()
        if code != OK:
            return code
        slot = self._vault.add_key(authority, fields.buf, fields.skip(32))
        if slot == -2:
            return codes.E_DUPLICATE
        if slot < 0:
            return codes.E_TABLE_FULL
        request.reply.u8(slot)
        return self._changed(command, bodies.CHANGE_KEYS, slot)

    def _revoke_key(self, request, command):
        fields = request.fields
        move(request.key_buf, 0, fields.buf, fields.skip(8), 8)
        slot = self._vault.find_key(request.key_buf)
        if slot < 0:
            return codes.E_KEY
        code = self._changes.may_begin()
        if code != OK:
            return code
        self._vault.revoke_key(slot)
        request.reply.u8(slot)
        return self._changed(command, bodies.CHANGE_KEYS, slot)

    def _changed(self, command, detail, which):
        """Keys or texts are changed in RAM: put them on flash and record it."""
        code = self._changes.begin(detail, which)
        if code != OK:
            self._vault.undo()
            return code
        if self._vault.save() != OK:
            return self._changes.give_up()
        return self._changes.record(command, detail, which)

    def _keys(self, request):
        index, reply = request.fields.u8(), request.reply
        count = 0
        while count < 8 and self._vault.state_of(count):
            count += 1
        reply.u8(count)
        reply.u8(index)
        while index < count and reply.room() >= _KEY_ENTRY_SIZE:
            reply.copy(self._vault.image, self._vault.id_at(index), 8)
            reply.u8(self._vault.authority_of(index))
            reply.u8(1 if self._vault.state_of(index) == 2 else 0)
            reply.u30(self._keyring.uses[index])
            reply.u30(self._keyring.failures[index])
            index += 1
        return OK

    def record_keys(self):
        """A use, or the failures, of people's keys as a record; False with nothing to be done."""
        slot, count = self._keyring.due(), min(self._keyring.refused, 255)
        if slot >= 0:
            if self._changes.record(0, bodies.KEY_USED, slot) != OK:
                return False
            self._keyring.recorded(slot)
        elif count:
            if self._changes.record(0, bodies.KEY_REFUSED, count) != OK:
                return False
            self._keyring.refused -= count
        return slot >= 0 or count > 0

    def _pay_keys(self):
        """Record all that can be, ahead of what ends the time for it."""
        board = self._board
        while board.registrar.is_ready and board.round.has_room and self.record_keys():
            pass

    # -- settings ----------------------------------------------------------------------------

    def _lock(self, request, command):
        if self._scribe.chain is None:
            return codes.E_NOT_PROVISIONED
        if not self._vault.has_key(messages.TECHNICIAN | messages.STATION):
            return codes.E_KEY
        return self._set_word(command, book.LOCKED, 1)

    def _set_word(self, command, word, value):
        """Set a word of the book; the record of it is owed from then on."""
        code = self._scribe.write_word(command, word, value)
        self._board.round.pay_all()
        return code

    def _dice_set(self, request, command):
        number = request.fields.u8()
        if self._book[book.PHASE] not in (book.IDLE, book.BETTING, book.WAITING):
            return codes.E_STATE
        request.reply.u8(number)
        return self._set_word(command, book.DICE_SET, number)

    def _set(self, request, command):
        """A text that people know the cabinet by; none decides anything."""
        setting = request.fields.u8()
        size = request.fields.left()
        if not SETTING_LABEL <= setting <= SETTING_SITE or size > TEXT_SIZE_MAX:
            return codes.E_VALUE
        code = self._changes.may_begin()
        if code != OK:
            return code
        self._vault.set_text(self._vault.text_at(setting), request.fields, size)
        return self._changed(command, bodies.CHANGE_SETTING, setting)

    def _read_setting(self, request):
        setting = request.fields.u8()
        if not SETTING_LABEL <= setting <= SETTING_SITE:
            return codes.E_VALUE
        request.reply.u8(setting)
        self._add_text(request.reply, self._vault.image, self._vault.text_at(setting))
        return OK

    def _add_text(self, reply, image, at):
        reply.copy(image, at + 1, min(image[at], TEXT_SIZE_MAX))

    def _clock(self, request, command):
        seconds = request.fields.u30()
        ms = request.fields.u16()
        if ms >= 1000:
            return codes.E_VALUE
        self._board.clock.set(seconds, ms)
        return OK

    def _reboot(self, request, command):
        mode = request.fields.u8()
        if mode > _REBOOT_BOOTSEL:
            return codes.E_VALUE
        if self._board.shaker.motor.is_on:
            return codes.E_MOTION
        if mode == _REBOOT_BOOTSEL and self._board.desk.has_stakes():
            return codes.E_STAKES
        self._pay_keys()
        code = self._scribe.write_value(steps.STEP_NOTED, command, mode)  # a repeat is answered
        if code == OK:
            self._board.reboot_wanted = mode + 1
        return code

"""The controller: every part made once and bound together, then one turn of the loop at a time.

Time, flash, dice, noise and ports are passed in: on the board they are the chip's, under test they
are whatever the test needs.
"""

from shaker.app import book, faults, papers, steps
from shaker.app.archive import Archive
from shaker.app.calibration_commands import CalibrationCommands
from shaker.app.changes import Changes
from shaker.app.desk import Desk
from shaker.app.doors import Doors
from shaker.app.handler import Handler
from shaker.app.keyring import Keyring
from shaker.app.ledger import Ledger
from shaker.app.picture_commands import PictureCommands
from shaker.app.recovery import Recovery
from shaker.app.registrar import Registrar
from shaker.app.round import Round
from shaker.app.scribe import Scribe
from shaker.app.service_commands import ServiceCommands
from shaker.app.setup_commands import SetupCommands
from shaker.app.table_commands import TableCommands
from shaker.app.teller import Teller
from shaker.app.trial_commands import TrialCommands
from shaker.app.vault import Vault
from shaker.app.watch import Watch
from shaker.core.codes import OK
from shaker.journal.codes import DAMAGED
from shaker.journal.keystore import KeyStore
from shaker.journal.record import SECTOR_SIZE
from shaker.journal.recover import recover
from shaker.journal.ring import Ring
from shaker.journal.settings import Settings
from shaker.limits import KEY_SECTORS, SETTINGS_SECTORS
from shaker.link import codes
from shaker.link.hub import Hub
from shaker.link.session import Session
from shaker.octets.kernels import move
from shaker.octets.words import put_u32
from shaker.seal import keymaker, record
from shaker.seal.chain import SEALED, Chain

_SETTINGS_AT = KEY_SECTORS * SECTOR_SIZE
_RING_AT = _SETTINGS_AT + SETTINGS_SECTORS * SECTOR_SIZE


class Controller:
    """The board's program. `device` is the journal's flash, `tested` what the self test found."""

    def __init__(self, shop, device, shaker, clock, noise, identity, tested, verifier):
        self.clock = clock
        self.identity = identity
        self.tested = tested
        self.shaker = shaker
        self.public = b""  # key of the board
        self.curve = None if verifier is None else verifier.curve
        self.reboot_wanted = 0  # 1: start again, 2: to BOOTSEL
        self.scratch_buf = shop.scratch_buf
        self.ledger = Ledger(shop)
        self.ring = Ring(device, _RING_AT, device.size - _RING_AT)
        self.recovery = Recovery(self.ledger)
        found = recover(self.ring, self.recovery, self.scratch_buf)
        self.ring.set_floor(self.recovery.floor)
        self.scribe = Scribe(self.ledger, self.ring, self.recovery, self.scratch_buf)
        self.keys = KeyStore(device, 0)
        self.keys.settle()
        self.vault = Vault(Settings(device, _SETTINGS_AT, SETTINGS_SECTORS), self.scratch_buf)
        self.keyring = Keyring(self.vault, verifier, clock)
        self.noise = noise
        self.teller = Teller()
        self.registrar = Registrar(self.scribe, clock)
        self.round = Round(self.scribe, self.registrar, shaker, clock, noise, self.teller)
        self.archive = Archive(self.scribe, self.scratch_buf)
        self.desk = Desk(self.scribe, self.registrar, self.round)
        self.doors = Doors(shaker.switches, self.registrar, self.teller)
        self.changes = Changes(self)
        self.table_commands = TableCommands(self.desk, self.round, self.scribe)
        self.service_commands = ServiceCommands(self)
        self.setup_commands = SetupCommands(self)
        self.watch = Watch(self.service_commands, self.teller)
        trials, pictures = TrialCommands(self), PictureCommands(self)
        self.calibration = CalibrationCommands(self)
        parts = (
            self.table_commands,
            self.service_commands,
            self.setup_commands,
            trials,
            pictures,
            self.calibration,
        )
        identity.wait()  # from here on its digest is needed, and flash is written
        self.handler = Handler(self.scribe, self.round, identity, noise, self.keyring, parts)
        self.hub = Hub(self.handler, self.archive, clock)
        self._seen = -1  # steps that the handler's digests are of
        self._boot()
        self.changes.settle()
        self.open_chain()
        self._check(found)

    # -- start -------------------------------------------------------------------------------

    def _boot(self):
        """Count the start before anything else happens in it.

        A board with a key has counted before: if nothing says so, its journal is gone, and with
        the old key a new chain would be a fork. Then nothing is written, and each start finds it.
        """
        if self.ledger.book[book.BOOT] == 0 and self.keys.has_page():
            self.round.latch(faults.DAMAGED)
            return
        self.scribe.begin(0)
        buf = self.scribe.step_buf
        put_u32(buf, steps.AT_BOOT, self.ledger.book[book.BOOT] + 1)
        buf[steps.AT_CAUSE] = self.clock.cause
        move(buf, steps.AT_IMAGE, self.identity.image, 0, 32)
        if self.scribe.write(steps.STEP_BOOT, steps.BOOT_SIZE) != OK:
            self.round.latch(faults.JOURNAL)

    def open_chain(self, command=0):
        """Take the board's key into use, if it has one; a code."""
        if self._is_over():
            return self.end_life()
        if self.ledger.book[book.BOOT] == 0:
            return codes.E_FLASH
        signer = keymaker.load(self.keys, self.curve)
        if not self._is_of_chain(signer):
            self.round.latch(faults.DAMAGED)
            return codes.E_FLASH
        if signer is None:
            return OK
        identity = self.identity
        chain = Chain(signer, self.tested.seal, identity.device, identity.image, identity.build)
        if self.recovery.resume_chain(chain) != SEALED:
            self.round.latch(faults.DAMAGED)
            return codes.E_FLASH
        self.scribe.chain = chain
        self.public = signer.public
        words = self.ledger.book
        if words[book.SEQUENCE] or self.ledger.pending or words[book.OWED] & book.OWED_GENESIS:
            return OK  # the chain has begun, or its first record is captured or owed
        self.scribe.begin(command)
        move(self.scribe.step_buf, steps.AT_PUBLIC, signer.public, 0, 32)
        return self.scribe.write(steps.STEP_KEY, steps.KEY_SIZE)

    def _is_of_chain(self, signer):
        """Is it the key that the journal remembers, if it remembers one?"""
        known = bytes(self.ledger.papers[papers.KEY : papers.KEY + 32])
        return not any(known) or (signer is not None and signer.public == known)

    def _is_over(self):
        """Has the board sealed its last record?"""
        sealed = self.ledger.sealed[record.AT_KIND] == record.KIND_RETIRE
        return sealed and not self.ledger.pending

    def end_life(self):
        """Behind the last record nothing is signed: key and settings go, if they are here."""
        self.scribe.chain = None
        self.public = b""
        is_wiped = self.keys.is_empty() or self.keys.wipe() == OK
        is_clear = self.vault.is_clear or self.vault.clear() == OK
        return OK if is_wiped and is_clear else codes.E_FLASH

    def _check(self, found):
        if found == DAMAGED or self.recovery.damaged_count:
            self.round.latch(faults.DAMAGED)
        if self.tested.failed:
            self.round.latch(faults.SELF_TEST)

    def open_port(self, port, place):
        """Serve a port: nobody is talked to before the self test."""
        Session(self.hub, port, place)
        self.teller.open(self.hub.events, self.round.left_ms)
        if not self.hub.events.next:
            self.teller.recovered(self.ledger)

    # -- the loop ----------------------------------------------------------------------------

    def step(self):
        """One turn: ports, round, doors, stock of noise, flash. Whether the next is in a hurry."""
        self.clock.step()
        if self._seen != self.scribe.count:
            self._seen = self.scribe.count
            self.handler.refresh()
        self.setup_commands.may_measure = True
        self.archive.turn(not self.shaker.motor.is_on and not self.shaker.is_busy)
        busy = self.hub.poll() or self.archive.is_looking
        self.round.step()
        if self.scribe.chain is not None and self._is_over():
            self.end_life()  # its last record was captured before a cut
        moving = self.shaker.motor.is_on
        self.scribe.may_erase = self.round.may_erase and not moving
        if moving:
            return busy
        if self.ledger.pending or self.shaker.is_busy or not self._is_quiet():
            return True
        self._keep_house()
        return busy

    def _is_quiet(self):
        return self.ledger.book[book.PHASE] <= book.CLOSED or self.round.is_waiting

    def _keep_house(self):
        """What can wait for a quiet moment."""
        if self.noise.is_low():
            self.noise.refill()
            if self.noise.code:
                self.round.latch(faults.ENTROPY)
        elif self.registrar.is_ready and self.round.has_room:
            self.doors.step()
            self.setup_commands.record_keys()
        self.watch.step()
        self.ring.step(self.scribe.may_erase)

"""A host that plays a script against a board and carries on after a power cut, for both Pythons.

It knows what it was told and nothing else: a command whose answer it did not get is looked up by
its number and sent again only if the board does not know it.
"""

from fake_parts import World

from shaker.app import book, meters
from shaker.core import ops
from shaker.core.codes import OK
from shaker.core.state import POWER_FAILED
from shaker.core.table import STAGE_MIN
from shaker.link import codes, messages
from shaker.link.request import Request
from shaker.seal import keymaker

NUMBERS = 16  # command numbers of an action: one for each time that it is tried
_STEPS_MAX = 60


class FixedWorld(World):
    """Dice that fall by the count of shakes that counted: a repeated shake falls the same."""

    def __init__(self, falls):
        super().__init__(falls)
        self.board = None

    def throw(self):
        self.throw_count += 1
        self.lying = self.falls[self.board.ledger.book[meters.SHAKES]]


class CheapSigner:
    """Signs with a sum, at once: for sweeps that are about flash, not about curves."""

    def __init__(self):
        self.public = bytes(range(32, 64))

    def sign_into(self, signature, message, size):
        total = 1
        for index in range(size):
            total = total * 31 + message[index] & 0xFFFFFF
        for index in range(64):
            signature[index] = total >> (index & 15) & 0xFF


def use_cheap_signer():
    """From here on a board that has a key signs cheaply."""
    load = keymaker.load
    signer = CheapSigner()
    keymaker.load = lambda store, curve: None if load(store, curve) is None else signer


class Host:
    """Plays `script`, a list of actions; `table` is a `fake_table.Table`."""

    def __init__(self, table, script):
        self.table = table
        self.script = script
        self.index = 0  # of the action under way
        self.tries = 0
        self.doors = 0
        self._acts = {
            "provision": self._provision,
            "open": self._open,
            "bet": self._bet,
            "take": self._bet,
            "call": self._call,
            "limits": self._limits,
            "close": self._close,
            "roll": self._roll,
            "ack": self._ack,
            "void": self._void,
            "malfunction": self._void,
            "withdraw": self._withdraw,
            "fault": self._fault,
            "clear": self._clear,
            "door": self._door,
            "checkpoint": self._checkpoint,
            "dice": self._dice,
            "cut": self._cut,
            "key": self._key,
            "revoke": self._revoke,
            "text": self._text,
            "lock": self._lock,
            "shooter": self._shooter,
            "retire": self._retire,
        }

    @property
    def board(self):
        return self.table.board

    def play(self):
        """The action under way, whatever of it was done before a cut; then the next is due."""
        action = self.script[self.index]
        self._acts[action[0]](action)
        self.index += 1

    def settle(self):
        """Let the board do what it owes after a start."""
        board = self.board
        for _ in range(_STEPS_MAX):
            self.table.run(1)
            owes = board.scribe.chain is not None and board.ledger.book[book.OWED]
            done = not board.ledger.pending and not owes
            if done and not board.round.fault:
                return
        words = board.ledger.book
        raise ValueError("no rest", words[book.OWED], words[book.FAULT], board.round.fault)

    # -- numbers -----------------------------------------------------------------------------

    def _number(self):
        """The number to send, 0 if the board has performed this action before a cut."""
        self.board.scribe.port = 1
        first = (self.index + 1) * NUMBERS
        if self.board.handler.last_command(1) >= first:
            return 0
        return first

    def _sent(self, code):
        assert code == OK, (self.script[self.index], code)

    # -- actions -----------------------------------------------------------------------------

    def _provision(self, action):
        board = self.board
        if board.scribe.chain is None:
            from fake_parts import FakeSource

            made = keymaker.make(FakeSource(77), board.keys)
            assert made in (keymaker.MADE, keymaker.E_EXISTS), made
            self._sent(board.open_chain(0))
        self.settle()

    def _open(self, action):
        number = self._number()
        if number:
            desk = self.board.desk
            desk.stage_open(number, action[1], action[2])
            desk.stage_course(action[5] if len(action) > 5 else 0, 3, 10)
            desk.stage_times(0, action[3], 0)
            desk.stage(STAGE_MIN, action[4])
            self._sent(desk.open())
        self.settle()

    def _bet(self, action):
        number = self._number()
        if number:
            op = ops.OP_BET if action[0] == "bet" else ops.OP_TAKE
            self._sent(self.board.desk.bet(number, op, action[1], action[2], action[3], 0))

    def _call(self, action):
        number = self._number()
        if number:
            self._sent(self.board.desk.call(number, action[1], action[2], action[3], 0))

    def _limits(self, action):
        number = self._number()
        if number:
            self.board.desk.stage_limits(number)
            self.board.desk.stage(STAGE_MIN, action[1])
            self._sent(self.board.desk.set_limits())
        self.settle()

    def _close(self, action):
        number = self._number()
        if number:
            self._sent(self.board.desk.close(number))

    def _roll(self, action):
        words = self.board.ledger.book
        self.board.scribe.port = 1
        asked = False
        for _ in range(400):
            phase = words[book.PHASE]
            if phase == book.WAITING or words[book.FAULT]:
                return
            failed = self.board.ledger.table.state[POWER_FAILED]
            if phase <= book.CLOSED and not words[book.ROLL_WANTED] and (failed or not asked):
                asked = True  # after a cut the host asks again, also after a No Roll
                last = self.board.handler.last_command(1)
                number = max(last + 1, (self.index + 1) * NUMBERS)
                assert number < (self.index + 2) * NUMBERS
                self._sent(self.board.desk.roll(number))
            self.table.run(1)
        raise ValueError("no result")

    def _ack(self, action):
        archive = self.board.archive
        if archive.acknowledged() < archive.newest():
            self._sent(archive.acknowledge(archive.newest()))

    def _void(self, action):
        number = self._number()
        if number:
            reason = 0 if action[0] == "void" else 1
            self._sent(self.board.desk.void(number, reason))
        self.settle()

    def _withdraw(self, action):
        number = self._number()
        if number:
            self._sent(self.board.desk.withdraw(number, action[1]))
        self.settle()

    def _fault(self, action):
        if self.board.ledger.book[book.FAULT] != action[1]:
            self.board.round.latch(action[1])
        self.settle()
        assert self.board.ledger.book[book.FAULT] == action[1]

    def _clear(self, action):
        number = self._number()
        if number:
            self._sent(self.board.round.clear(number, action[1]))
        self.settle()

    def _door(self, action):
        words = self.board.ledger.book
        if words[meters.DOORS] < action[1]:
            self.board.shaker.switches.cabinet_door.opened_count += 1
        for _ in range(_STEPS_MAX):
            if words[meters.DOORS] == action[1] and not self.board.ledger.pending:
                return
            self.table.run(1)
        raise ValueError("the door was not recorded")

    def _checkpoint(self, action):
        if not self.board.scribe.ring.checkpoint:
            self._sent(self.board.scribe.checkpoint())

    def _dice(self, action):
        words = self.board.ledger.book
        if words[book.DICE_SET] != action[1]:
            self._sent(self._ask(messages.DICE_SET, bytes((action[1],))))
        self.settle()

    def _cut(self, action):
        if not self.board.ledger.table.state[POWER_FAILED]:
            self.table.start()
        self.settle()

    # -- messages ----------------------------------------------------------------------------

    def _ask(self, message, payload):
        """Give the handler a command under the number of this action; its code."""
        number = self._number()
        if not number:
            return OK
        request = Request(messages.USB_PORT)
        request.message = message
        request.number = number
        request.fields.set(payload, 0, len(payload))
        request.reply.set(bytearray(640), 0, 640)
        request.place = 1
        return self.board.handler.perform(request)

    def _key(self, action):
        """Who lost the answer is told that the key is there."""
        code = self._ask(messages.KEY_ADD, bytes((action[1],)) + public_of(action[1]))
        assert code in (OK, codes.E_DUPLICATE), code
        self.settle()

    def _revoke(self, action):
        code = self._ask(messages.KEY_REVOKE, public_of(action[1])[:8])
        assert code in (OK, codes.E_KEY), code
        self.settle()

    def _text(self, action):
        """Who lost the answer looks first."""
        image, at = self.board.vault.image, self.board.vault.text_at(action[1])
        if image[at + 1 : at + 1 + image[at]] != action[2]:
            self._sent(self._ask(messages.SETTING, bytes((action[1],)) + action[2]))
        self.settle()

    def _lock(self, action):
        self._sent(self._ask(messages.LOCK, b""))
        self.settle()

    def _shooter(self, action):
        self._sent(self._ask(messages.SHOOTER, bytes((action[1],))))

    def _retire(self, action):
        """From the last record on there is no key, whenever the power went."""
        if self.board.scribe.chain is not None:
            self._ack(action)  # what the cut has added
            self._sent(self._ask(messages.RETIRE, b""))
        self.settle()
        self.table.run(2)
        assert self.board.scribe.chain is None
        assert self.board.keys.is_empty()
        assert self.board.vault.is_clear


def public_of(authority):
    """A public key of somebody."""
    return bytes([authority * 31 + index & 255 for index in range(32)])

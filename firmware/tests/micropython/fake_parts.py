"""Stand-ins for what is not there at a desk: dice, motor, switches, light, noise, time.

For both Pythons. The dice belong to the world, not to the board: they lie where they lie over a
power cut, and a board that reads them again must see the same faces.
"""

from shaker.dice import reasons, states


class FakeTime:
    """A clock that the test moves."""

    def __init__(self):
        self.now_ms = 0

    def ticks_ms(self):
        return self.now_ms & 0x3FFFFFFF

    def ticks_us(self):
        return self.now_ms * 1000 & 0x3FFFFFFF

    def ticks_diff(self, one, other):
        return (one - other + 0x20000000 & 0x3FFFFFFF) - 0x20000000


class World:
    """What the dice do: each throw takes the next pair of faces or the next reason."""

    def __init__(self, falls):
        self.falls = list(falls)
        self.throw_count = 0
        self.read_count = 0
        self.lying = None  # what lies in the chambers
        self.lid_open = 0

    def throw(self):
        self.throw_count += 1
        self.lying = self.falls.pop(0)


class FakeSwitch:
    def __init__(self, world=None):
        self._world = world
        self.is_open = self.reads_open if world is not None else 0
        self.opened_count = self.is_open

    @property
    def reads_open(self):
        return self._world.lid_open if self._world is not None else self.is_open


class FakeSwitches:
    def __init__(self, world):
        self.lid = FakeSwitch(world)
        self.cabinet_door = FakeSwitch()
        self.logic_door = FakeSwitch()
        self.tilt = FakeSwitch()


class FakeMotor:
    def __init__(self):
        self.is_on = False
        self.current_ma = 0


class FakeEvidence:
    def __init__(self):
        self.clear()

    def clear(self):
        self.face_a = self.face_b = self.margin_a = self.margin_b = 0
        self.spin_up_ms = self.tumble_ms = self.soft_stop_ms = self.brake_ms = 0
        self.settle_ms = self.tach_count = self.motor_work_mj = self.frame_count = 0
        self.reason = reasons.NONE
        self.chamber = 0


class FakeShaker:
    """As `shaker.dice.shaker.Shaker`: a phase a step."""

    def __init__(self, world):
        self._world = world
        self.motor = FakeMotor()
        self.switches = FakeSwitches(world)
        self.evidence = FakeEvidence()
        self.state = states.IDLE
        self.chambers = ()
        self._lid_count = 0

    @property
    def is_busy(self):
        return states.IDLE < self.state < states.DONE

    def start(self, random_word):
        self.evidence.clear()
        self._lid_count = self.switches.lid.opened_count
        if self._world.lid_open:
            self.evidence.reason = reasons.LID_OPEN
            self.state = states.NO_ROLL
            return self.state
        self.motor.is_on = True
        self.evidence.tumble_ms = 1800 + random_word % 700
        self._world.lying = None  # in the air
        self.state = states.SPIN_UP
        return self.state

    def read_where_they_lie(self):
        self.evidence.clear()
        self.state = states.SETTLING
        return self.state

    def read_at_rest(self, is_disturbed):
        if is_disturbed or self.switches.lid.opened_count != self._lid_count:
            self.evidence.clear()
            self.evidence.reason = reasons.DISTURBED
            self.state = states.NO_ROLL
            return self.state
        return self.read_where_they_lie()

    def stop(self):
        if self.motor.is_on:
            self.motor.is_on = False
            self._world.throw()
        if states.IDLE < self.state < states.DONE:
            self.evidence.reason = reasons.STOPPED
            self.state = states.NO_ROLL

    def gather(self):
        self.evidence.spin_up_ms = 250
        self.evidence.soft_stop_ms = 300
        self.evidence.brake_ms = 150
        self.evidence.tach_count = 90
        self.evidence.motor_work_mj = 12000

    def step(self):
        if self.state == states.IDLE or self.state >= states.DONE:
            return self.state
        if self.state == states.BRAKE:
            self.motor.is_on = False
            self._world.throw()
        self.state += 1
        if self.state == states.DONE:
            self._read()
        return self.state

    def _read(self):
        self._world.read_count += 1
        evidence, lying = self.evidence, self._world.lying
        evidence.settle_ms = 120
        if isinstance(lying, int):
            evidence.reason = lying
            self.state = states.FAULT if lying == reasons.OVER_CURRENT else states.NO_ROLL
            return
        evidence.face_a, evidence.face_b = lying
        evidence.margin_a = evidence.margin_b = 40
        evidence.frame_count = 6


class FakeIdentity:
    """A board with a name."""

    def __init__(self, device=b"\x01\x02\x03\x04\x05\x06\x07\x08"):
        self.device = device
        self.image = bytes(range(32))
        self.build = 1
        self.version = b"0.0.0" + bytes(11)
        self.board = b"DESK" + bytes(20)
        self.line = b"boxcars desk\r\n"

    def wait(self):
        """Nothing is measured here."""

    def measure(self, buf, at):
        return self.image


class FakeTest:
    """What the self test found."""

    def __init__(self, seal=0):
        self.seal = seal
        self.failed = 1 if seal else 0
        self.wrong = 0  # what the next test finds

    def again(self, scratch_buf, curve):
        self.failed = self.wrong
        self.seal = 3 if self.wrong & 1 else 0
        return self.failed


class FakeSource:
    """Noise that a seed makes, with the interface of `seal.entropy.EntropySource`."""

    code = 0

    def __init__(self, seed):
        self._state = seed % 2147483646 + 1

    def start(self):
        return 0

    def draw_into(self, out, at):
        for index in range(64):
            self._state = self._state * 48271 % 2147483647
            out[at + index] = self._state >> 8 & 255
        return 0

"""Run on the unix port: the viper kernels of frames and motor against their plain twins."""

from array import array

from shaker.dice import frames_fast, frames_plain, motor_fast, motor_numbers, motor_plain

_seed = 12345


def rnd(limit):
    global _seed
    _seed = (_seed * 1103515245 + 12345) & 0x3FFFFFFF
    return (_seed >> 8) % limit


def frame(size, top=64):
    return bytearray([rnd(top) for _ in range(size)])


def check_frames(turns):
    for turn in range(turns):
        width, height = 16 + rnd(49), 16 + rnd(49)
        size = width * height
        one, other = frame(size), frame(size)
        if turn & 1:
            other = bytearray([min(63, v + rnd(3)) for v in one])
        step, limit = rnd(12), rnd(64)
        fast, plain = frames_fast, frames_plain
        assert fast.changed(one, other, size, step) == plain.changed(one, other, size, step)
        assert fast.distance(one, other, size) == plain.distance(one, other, size)
        assert fast.brighter(one, size, limit) == plain.brighter(one, size, limit)
        low, high = bytearray(one), bytearray(one)
        low2, high2 = bytearray(one), bytearray(one)
        row = rnd(height)
        for i in range(row * width, row * width + width):
            other[i] = one[i]
        fast.widen(low, high, other, size)
        plain.widen(low2, high2, other, size)
        assert low == low2
        assert high == high2
        dead = fast.dead_rows(low, high, width, height)
        assert dead == plain.dead_rows(low, high, width, height)
        assert dead >= 1
        marked = frame(size)
        marked[0] |= 0x40 * (turn % 3 > 0)
        marked[rnd(size - 1) + 1] |= 0x40 * (turn % 5 == 0)
        same = bytearray(marked)
        assert fast.take(marked, size) == plain.take(same, size)
        assert marked == same


def check_motor(turns):
    for _ in range(turns):
        one = array("i", [rnd(2000) for _ in range(motor_numbers.COUNT)])
        one[motor_numbers.PHASE] = 1 + rnd(4)
        one[motor_numbers.START_US] = rnd(1 << 22) << 8
        one[motor_numbers.OVER_COUNT] = rnd(4)
        one[motor_numbers.SUPPLY_MV] = 3000 + rnd(45000)
        one[motor_numbers.DUTY] = rnd(1001)
        one[motor_numbers.RAMP_DUTY] = rnd(1001)
        one[motor_numbers.RAMP_MS] = 4000 + rnd(1000)
        one[motor_numbers.TACH_SEEN] = one[motor_numbers.TACH] - rnd(2)
        now = (one[motor_numbers.START_US] + rnd(4000000)) & 0x3FFFFFFF
        other = array("i", one)
        for _ in range(4):
            code = motor_fast.tick(one, now, 1000)
            before = list(other)
            want = motor_plain.tick(other, now, 1000)
            assert code == want, (code, want, before, now)
            assert one == other, (list(one), list(other), before, now)
            now = (now + 1000) & 0x3FFFFFFF


check_frames(60)
check_motor(2000)
print("same")

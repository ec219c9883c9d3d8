"""What the bench measures of the reader on the board: frames drawn here, and the call to time.

The frames are drawn in integers, so that they are the same everywhere: a die of 12, 16 or 20
pixels, turned, with six pips, off the middle, on a floor with a slope and a little noise.
"""

from shaker.dice.reader import Reader

WIDTH = 30

_reader = Reader(WIDTH, WIDTH, 0)
_frame_buf = bytearray(WIDTH * WIDTH)
_PIPS = ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1))


def _level(x, y, edge):
    """The level at a place in sixteenths of a pixel: 53/85 is a turn by 32 degrees."""
    u = (85 * x + 53 * y) // 100
    v = (85 * y - 53 * x) // 100
    if max(abs(u), abs(v)) > 8 * edge:
        return 18 + x // 128
    for i, j in _PIPS:
        if (u - i * edge * 4) ** 2 + (v - j * edge * 4) ** 2 < (edge * 8 // 5) ** 2:
            return 9
    return 50 + y // 128


def use(edge):
    """Draw a die of so many pixels and read it once."""
    noise = 1
    for y in range(WIDTH):
        for x in range(WIDTH):
            total = 0
            for part in range(16):
                total += _level(
                    16 * x + 4 * (part & 3) - 250, 16 * y + 4 * (part >> 2) - 230, edge
                )
            noise = noise * 75 % 65537
            _frame_buf[y * WIDTH + x] = total // 16 + noise % 3
    read()


def read():
    """One frame, mask to verdict: the face."""
    _reader.read(_frame_buf)
    return _reader.face

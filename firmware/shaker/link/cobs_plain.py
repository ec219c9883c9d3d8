"""The twin of `cobs_fast` in plain Python; a test holds the two equal."""


def find(buf, at, end, value):
    """Index of the first byte that is `value`, `end` if there is none."""
    found = buf.find(bytes([value]), at, end)
    return end if found < 0 else found


def stuff(buf, at, size, to):
    """Rewrite `size` bytes from `at` on without zeros from `to` on; the index behind them."""
    code_at = to
    to += 1
    code = 1
    end = at + size
    while at < end:
        byte = buf[at]
        at += 1
        if byte:
            buf[to] = byte
            to += 1
            code += 1
            if code < 255 or at == end:
                continue
        buf[code_at] = code
        code_at = to
        to += 1
        code = 1
    buf[code_at] = code
    return to


def unstuff(buf, size):
    """Undo `stuff` in place over the first `size` bytes; the new size, -1 if it was never made."""
    at = 0
    to = 0
    while at < size:
        code = buf[at]
        at += 1
        end = at + code - 1
        if not code or end > size:
            return -1
        while at < end:
            buf[to] = buf[at]
            to += 1
            at += 1
        if code < 255 and at < size:
            buf[to] = 0
            to += 1
    return to

"""Looks for the bytes of a secret in every buffer that an object can reach."""


def buffers(thing, seen=None):
    """Each bytearray within an object, its attributes and theirs."""
    seen = set() if seen is None else seen
    if id(thing) in seen:
        return
    seen.add(id(thing))
    if isinstance(thing, bytearray):
        yield thing
    elif hasattr(thing, "__dict__"):
        for value in vars(thing).values():
            yield from buffers(value, seen)


def words_left(secret, things):
    """How many 32-bit words of a secret lie in the buffers, in either order of bytes."""
    words = [bytes(secret[at : at + 4]) for at in range(0, len(secret), 4)]
    held = [bytes(buf) for thing in things for buf in buffers(thing)]
    return sum(any(word in buf or word[::-1] in buf for buf in held) for word in words)

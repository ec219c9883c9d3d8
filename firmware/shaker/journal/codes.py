"""What the journal answers instead of a position."""

from micropython import const

DONE = const(0)
ERASED = const(1)  # `step` has erased a sector
E_FULL = const(-2)  # everything that is left is protected by the floor or the last checkpoint
E_BUSY = const(-3)  # a sector has to be erased first, and the caller does not allow it now
E_SIZE = const(-4)  # longer than a record may be
E_WORN = const(-5)  # the numbers of sectors or records have run out
E_STORE = const(-6)  # it does not read back as written
E_NONE = const(-7)  # there is none

RECOVERED = const(0)
EMPTY = const(1)  # no sector was ever in use
DAMAGED = const(2)  # records that were there cannot be read: how many is in `ring.lost`

WORDS = {
    E_FULL: "full: records are protected",
    E_BUSY: "an erase is needed first",
    E_SIZE: "record too long",
    E_WORN: "numbers have run out",
    E_STORE: "does not read back as written",
    E_NONE: "there is none",
}

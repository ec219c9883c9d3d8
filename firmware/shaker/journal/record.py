"""The layout of the journal, declared once; firmware/JOURNAL.md is its page.

A sector is 128 slots of 32 bytes: a stamp, two slots of header, then records. A record of up to 20
bytes is one slot; a longer one is a head slot, raw data slots and a commit slot, and may go on in
the sectors that follow.
"""

from micropython import const

VERSION = const(1)
PAGE_SIZE = const(256)
SECTOR_SIZE = const(4096)
SLOT_SIZE = const(32)
SLOTS = const(128)  # of a sector
SLOT_BITS = const(7)
SLOTS_OF_PAGE = const(8)
SLOT_FIRST = const(3)  # where records begin
SLOTS_FREE = const(125)  # for records, of a sector
CRC_SIZE = const(4)

# A position names a place for ever: sector sequence and slot. Sector sequences begin at 1.
NONE = const(-1)
POSITION_NONE = const(0)  # of a checkpoint or floor that is not set
SECTOR_SEQUENCE_MAX = const((1 << 23) - 2)  # positions stay small ints
RECORD_SEQUENCE_MAX = const((1 << 30) - 2)

# The stamp, slot 0: written when an erase has been checked.
STAMP_MAGIC = b"BXJE"
AT_STAMP_MAGIC = const(0)
AT_STAMP_VERSION = const(4)
AT_STAMP_RESERVED = const(5)
AT_STAMP_ERASES = const(8)
AT_STAMP_UNUSED = const(12)
AT_STAMP_CRC = const(28)
STAMP_FIELDS = (
    ("magic", AT_STAMP_MAGIC),
    ("version", AT_STAMP_VERSION),
    ("reserved", AT_STAMP_RESERVED),
    ("erases", AT_STAMP_ERASES),
    ("unused", AT_STAMP_UNUSED),
    ("crc", AT_STAMP_CRC),
)

# The header, slots 1 and 2: written when the sector is taken into use.
HEADER_MAGIC = b"BXJS"
HEADER_SIZE = const(64)
HEADER_AT = const(32)  # in the sector
AT_MAGIC = const(0)
AT_VERSION = const(4)
AT_FIRST_SLOT = const(5)
AT_RESERVED = const(6)
AT_SECTOR = const(8)
AT_ERASES = const(12)
AT_SEQUENCE = const(16)
AT_VALID_TO = const(20)
AT_CHECKPOINT = const(24)
AT_FLOOR = const(28)
AT_MARK = const(32)
AT_UNUSED = const(48)
AT_CRC = const(60)
MARK_SIZE = const(16)
MARK_FIELDS = const(4)
HEADER_FIELDS = (
    ("magic", AT_MAGIC),
    ("version", AT_VERSION),
    ("first_slot", AT_FIRST_SLOT),
    ("reserved", AT_RESERVED),
    ("sector", AT_SECTOR),
    ("erases", AT_ERASES),
    ("sequence", AT_SEQUENCE),
    ("valid_to", AT_VALID_TO),
    ("checkpoint", AT_CHECKPOINT),
    ("floor", AT_FLOOR),
    ("mark", AT_MARK),
    ("unused", AT_UNUSED),
    ("crc", AT_CRC),
)
PREFIX_SIZE = const(96)  # stamp and header

# A slot that begins or ends a record.
KIND_CHECKPOINT = const(1)  # the one kind that the journal knows; the others are the caller's
KIND_MAX = const(254)
PART_SHORT = const(0x53)  # S: a whole record
PART_HEAD = const(0x48)  # H: the first slot of a long one
PART_COMMIT = const(0x43)  # C: its last
AT_KIND = const(0)
AT_PART = const(1)
AT_SIZE = const(2)
AT_RECORD = const(4)
AT_PAYLOAD = const(8)
AT_SLOT_CRC = const(28)
PAYLOAD_SIZE = const(20)  # of a slot with a head
SLOT_FIELDS = (
    ("kind", AT_KIND),
    ("part", AT_PART),
    ("size", AT_SIZE),
    ("record", AT_RECORD),
    ("payload", AT_PAYLOAD),
    ("crc", AT_SLOT_CRC),
)

assert SLOTS * SLOT_SIZE == SECTOR_SIZE
assert 1 << SLOT_BITS == SLOTS
assert SLOT_FIRST + SLOTS_FREE == SLOTS
assert SLOTS_OF_PAGE * SLOT_SIZE == PAGE_SIZE
assert HEADER_AT + HEADER_SIZE == PREFIX_SIZE == SLOT_FIRST * SLOT_SIZE
assert AT_CRC + CRC_SIZE == HEADER_SIZE
assert AT_STAMP_CRC + CRC_SIZE == SLOT_SIZE
assert AT_SLOT_CRC + CRC_SIZE == SLOT_SIZE
assert AT_PAYLOAD + PAYLOAD_SIZE == AT_SLOT_CRC
assert AT_MARK + MARK_SIZE == AT_UNUSED
assert (SECTOR_SEQUENCE_MAX + 2) << SLOT_BITS <= 1 << 30
assert len(STAMP_MAGIC) == len(HEADER_MAGIC) == 4


def slots_of(size):
    """How many slots a record of that payload takes."""
    if size <= PAYLOAD_SIZE:
        return 1
    return 2 + (size - PAYLOAD_SIZE + SLOT_SIZE - 1) // SLOT_SIZE

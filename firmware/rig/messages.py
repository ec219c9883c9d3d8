"""Every message of a rig, as data: a table of its own on the frames and sessions of the link.

Columns and types are those of `shaker/link/messages.py`, and so are the rows that the session
itself needs; a test holds them equal. The rest has ids that the board's table does not use, so
that neither takes a message meant for the other. A rig shows pictures to sensors: no message of
this table is one of a board's, and a board still has none that tells it its dice.
"""

from micropython import const

VERSION = const(1)

# ---- direction, kind, ports and authorities, as in the table of the link
_TO_BOARD = const(0)
_TO_HOST = const(1)
_COMMAND = const(0)
_QUERY = const(1)
_NOTICE = const(5)
_USB = const(2)
_BOTH = const(3)
_ANYONE = const(0)
_SERVICE = const(10)

# ---- ids: the rig's own hands and eyes
SUPPLY = const(0x50)
SWITCHES = const(0x51)
FRAME = const(0x52)
SHOW = const(0x53)
FALL = const(0x54)
TUMBLE = const(0x55)
DARK = const(0x56)
MOTOR = const(0x57)
EDGES = const(0x58)
EDGES_CLEAR = const(0x59)
RIG_STATE = const(0x5A)

# fmt: off
TABLE = (
    (0x01, "hello", _TO_BOARD, _QUERY, _BOTH, _ANYONE, 1,
     ("version:u8 nonce:b16 table:b16 image:b32 rules:b32 device:b8 known:u8 boot:u30"
      " sequence:s30 head:b32"),
     ("differs:u8 version:u8 nonce:b16 board_nonce:b16 table:b16 image:b32 rules:b32"
      " device:b8 build:u8 locked:u8 faulted:u8 boot:u30 sequence:s30 head:b32"
      " last_command:u30 last_session:b4 baud_max:u30 window:u8 part_size:u16")),
    (0x02, "begin", _TO_BOARD, _QUERY, _BOTH, _ANYONE, 1,
     "first_command:u30 events_from:u30 role:u8",
     ("role:u8 expected:u30 event_first:u30 event_next:u30 oldest:s30 newest:s30"
      " acknowledged:s30")),
    (0x03, "ping", _TO_BOARD, _QUERY, _BOTH, _ANYONE, 1,
     "-",
     "event_next:u30 oldest:s30 newest:s30 acknowledged:s30"),
    (0x07, "bye", _TO_BOARD, _QUERY, _BOTH, _ANYONE, 1, "-", "-"),
    (0x08, "nak", _TO_HOST, _NOTICE, _BOTH, _ANYONE, 1, "message:u8 code:u8 expected:u30", "-"),
    (0x09, "link-errors", _TO_BOARD, _QUERY, _BOTH, _ANYONE, 1,
     "port:u8",
     ("port:u8 received:u30 sent:u30 damaged:u30 too_long:u30 refused:u30 repeated:u30"
      " resent:u30 lost_bytes:u30 events_lost:u30")),
    (0x40, "identity", _TO_BOARD, _QUERY, _BOTH, _ANYONE, 1,
     "-",
     "build:u8 locked:u8 device:b8 image:b32 version:b16 board:b24"),
    (0x3C, "reboot", _TO_BOARD, _COMMAND, _BOTH, _SERVICE, 1, "mode:u8", "-"),
    (0x41, "measure", _TO_BOARD, _QUERY, _BOTH, _ANYONE, 1, "nonce:b32", "digest:b32"),
    (SUPPLY, "supply", _TO_BOARD, _COMMAND, _USB, _ANYONE, 1, "on:u8", "on:u8"),
    (SWITCHES, "switches", _TO_BOARD, _COMMAND, _USB, _ANYONE, 1, "open:u8", "open:u8"),
    (FRAME, "frame", _TO_BOARD, _COMMAND, _USB, _ANYONE, 1,
     "slot:u8 offset:u16 pixels:rest",
     "slot:u8 size:u16"),
    (SHOW, "show", _TO_BOARD, _COMMAND, _USB, _ANYONE, 1, "left:u8 right:u8", "-"),
    (FALL, "fall", _TO_BOARD, _COMMAND, _USB, _ANYONE, 1, "left:u8 right:u8", "waiting:u8"),
    (TUMBLE, "tumble", _TO_BOARD, _COMMAND, _USB, _ANYONE, 1, "left:u8 right:u8 count:u8", "-"),
    (DARK, "dark", _TO_BOARD, _COMMAND, _USB, _ANYONE, 1, "slot:u8", "-"),
    (MOTOR, "motor", _TO_BOARD, _COMMAND, _USB, _ANYONE, 1,
     "tach_hz:u16 current:u16 idle:u16",
     "-"),
    (EDGES, "edges", _TO_BOARD, _QUERY, _USB, _ANYONE, 1,
     "first:u30",
     "first:u30 next:u30 now_us:u30 edges:rest"),
    (EDGES_CLEAR, "edges-clear", _TO_BOARD, _COMMAND, _USB, _ANYONE, 1, "-", "next:u30"),
    (RIG_STATE, "rig-state", _TO_BOARD, _QUERY, _USB, _ANYONE, 1,
     "-",
     ("supply:u8 open:u8 light:u8 enable:u8 brake:u8 duty:u16 left_captures:u30"
      " right_captures:u30 waiting:u8 slots:u8 width:u8 height:u8 edges:u30")),
)
# fmt: on

# What a field of type `rest` holds, one entry after the other: message, field, fields of an entry.
ENTRIES = ((EDGES, "edges", "us:u30 line:u8 level:u16"),)

# ---- bits of `open`, and lines of an edge
SWITCH_WORDS = ("lid", "cabinet-door", "logic-door", "tilt")
LINE_WORDS = ("enable", "brake", "drive", "pwm")
EDGES_KEPT = const(512)

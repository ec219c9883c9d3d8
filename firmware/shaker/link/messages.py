"""Every message of the link, as data. The board and the host tools import this same file.

A row: id, name, direction, kind, ports, authorities, allowed while faulted, fields, fields of the
answer. Ids are never reused or renumbered; an answer has the id of its request and bit 7.

Fields are words `name:type`; `-` for none. Types: u8, u16, u30 and s30 (four bytes, little-endian,
the small ints of the board), bN (N bytes), and `rest`, all that is left, only at the end. A `rest`
of several entries names their layout in ENTRIES.

Nothing here tells the board its dice: no message carries a face to it.
"""

from micropython import const

VERSION = const(1)  # of the frame, of hello, and of how rows are read

# ---- direction
TO_BOARD = const(0)
TO_HOST = const(1)

# ---- kind
COMMAND = const(0)  # numbered; performed once, whatever the line does; answered
QUERY = const(1)  # changes nothing, or the same again: may be repeated; answered
NOTE = const(2)  # not answered; a later one makes up for a lost one
EVENT = const(3)  # kept in RAM, sent until acknowledged; its number is its place in the stream
RECORD = const(4)  # a part of a signed record; its number is the record's sequence
NOTICE = const(5)  # sent once

# ---- ports
HOST_PORT = const(1)
USB_PORT = const(2)
BOTH = const(3)

# ---- authorities: nobody's needed, or any of these bits
ANYONE = const(0)
HOST = const(1)
TECHNICIAN = const(2)
OPERATOR = const(4)
STATION = const(8)
SERVICE = const(10)  # technician or station
FLOOR = const(6)  # operator or technician

# ---- ids: the session
HELLO = const(0x01)
BEGIN = const(0x02)
PING = const(0x03)
BAUD = const(0x04)
CHALLENGE = const(0x05)
AUTHORISED = const(0x06)
BYE = const(0x07)
NAK = const(0x08)
LINK_ERRORS = const(0x09)
# ---- ids: streams
RECORD_PART = const(0x10)
RECORD_WANT = const(0x11)
RECORD_ACK = const(0x12)
EVENT_ACK = const(0x13)
# ---- ids: events
ROUND_EVENT = const(0x18)
NO_MORE_BETS_EVENT = const(0x19)
NO_ROLL_EVENT = const(0x1A)
RESULT_EVENT = const(0x1B)
FAULT_EVENT = const(0x1C)
DOOR_EVENT = const(0x1D)
DIAGNOSTIC_EVENT = const(0x1E)
RECOVERY_EVENT = const(0x1F)
# ---- ids: the table
OPEN = const(0x20)
BET = const(0x21)
TAKE = const(0x22)
CALL = const(0x23)
CLOSE = const(0x24)
LIMITS = const(0x25)
WITHDRAW = const(0x26)
MALFUNCTION = const(0x27)
ROLL = const(0x28)
SHOOTER = const(0x29)
VOID = const(0x2A)
STATE = const(0x2B)
RETURNED = const(0x2C)
TABLE_INFO = const(0x2D)
# ---- ids: service
CLEAR_FAULT = const(0x30)
METERS = const(0x31)
RECALL = const(0x32)
LOG = const(0x33)
DIAGNOSTICS = const(0x34)
SELF_TEST = const(0x35)
PICTURE = const(0x36)
PART = const(0x37)
EXERCISE = const(0x38)
CALIBRATE = const(0x39)
CLOCK = const(0x3A)
DICE_SET = const(0x3B)
REBOOT = const(0x3C)
# ---- ids: identity and provisioning
IDENTITY = const(0x40)
MEASURE = const(0x41)
KEY = const(0x42)
PROVISION = const(0x48)
SETTING = const(0x49)
SETTING_READ = const(0x4A)
KEY_ADD = const(0x4B)
KEY_REVOKE = const(0x4C)
KEYS = const(0x4D)
LOCK = const(0x4E)
RETIRE = const(0x4F)

# fmt: off
TABLE = (
    (HELLO, "hello", TO_BOARD, QUERY, BOTH, ANYONE, 1,
     ("version:u8 nonce:b16 table:b16 image:b32 rules:b32 device:b8 known:u8 boot:u30"
      " sequence:s30 head:b32"),
     ("differs:u8 version:u8 nonce:b16 board_nonce:b16 table:b16 image:b32 rules:b32"
      " device:b8 build:u8 locked:u8 faulted:u8 boot:u30 sequence:s30 head:b32"
      " last_command:u30 last_session:b4 baud_max:u30 window:u8 part_size:u16")),
    (BEGIN, "begin", TO_BOARD, QUERY, BOTH, ANYONE, 1,
     "first_command:u30 events_from:u30 role:u8",
     ("role:u8 expected:u30 event_first:u30 event_next:u30 oldest:s30 newest:s30"
      " acknowledged:s30")),
    (PING, "ping", TO_BOARD, QUERY, BOTH, ANYONE, 1,
     "-",
     "event_next:u30 oldest:s30 newest:s30 acknowledged:s30"),
    (BAUD, "baud", TO_BOARD, QUERY, HOST_PORT, ANYONE, 1, "rate:u30", "rate:u30"),
    (CHALLENGE, "challenge", TO_BOARD, QUERY, BOTH, ANYONE, 1, "-", "nonce:b16"),
    (AUTHORISED, "authorised", TO_BOARD, COMMAND, BOTH, ANYONE, 1,
     "message:u8 authority:u8 key:b8 nonce:b16 signature:b64 body:rest",
     "body:rest"),
    (BYE, "bye", TO_BOARD, QUERY, BOTH, ANYONE, 1, "-", "-"),
    (NAK, "nak", TO_HOST, NOTICE, BOTH, ANYONE, 1, "message:u8 code:u8 expected:u30", "-"),
    (LINK_ERRORS, "link-errors", TO_BOARD, QUERY, BOTH, ANYONE, 1,
     "port:u8",
     ("port:u8 received:u30 sent:u30 damaged:u30 too_long:u30 refused:u30 repeated:u30"
      " resent:u30 lost_bytes:u30 events_lost:u30")),
    (RECORD_PART, "record-part", TO_HOST, RECORD, BOTH, ANYONE, 1,
     "offset:u30 size:u30 part:rest",
     "-"),
    (RECORD_WANT, "record-want", TO_BOARD, NOTE, BOTH, ANYONE, 1,
     "sequence:u30 offset:u30 credit:u16 again:u8",
     "-"),
    (RECORD_ACK, "record-ack", TO_BOARD, QUERY, BOTH, ANYONE, 1,
     "sequence:u30",
     "acknowledged:s30"),
    (EVENT_ACK, "event-ack", TO_BOARD, NOTE, BOTH, ANYONE, 1, "next:u30", "-"),
    (ROUND_EVENT, "round-event", TO_HOST, EVENT, BOTH, ANYONE, 1,
     "first:u30 state:u8 round:u30 point:u8 shooter:u8 retries:u8 left_ms:u30",
     "-"),
    (NO_MORE_BETS_EVENT, "no-more-bets-event", TO_HOST, EVENT, BOTH, ANYONE, 1,
     "first:u30 round:u30 returned:u16",
     "-"),
    (NO_ROLL_EVENT, "no-roll-event", TO_HOST, EVENT, BOTH, ANYONE, 1,
     "first:u30 round:u30 sequence:s30 reason:u8 retry:u8",
     "-"),
    (RESULT_EVENT, "result-event", TO_HOST, EVENT, BOTH, ANYONE, 1,
     "first:u30 round:u30 sequence:u30 kind:u8 die_a:u8 die_b:u8 point:u8",
     "-"),
    (FAULT_EVENT, "fault-event", TO_HOST, EVENT, BOTH, ANYONE, 1,
     "first:u30 code:u16 latched:u8 detail:u30",
     "-"),
    (DOOR_EVENT, "door-event", TO_HOST, EVENT, BOTH, ANYONE, 1, "first:u30 door:u8 open:u8", "-"),
    (DIAGNOSTIC_EVENT, "diagnostic-event", TO_HOST, EVENT, BOTH, ANYONE, 1,
     "first:u30 what:u8 value:s30",
     "-"),
    (RECOVERY_EVENT, "recovery-event", TO_HOST, EVENT, BOTH, ANYONE, 1,
     "first:u30 what:u8 round:u30 sequence:s30 boot:u30",
     "-"),
    (OPEN, "open", TO_BOARD, COMMAND, BOTH, SERVICE, 0,
     ("profile:b16 seats:u8 shooting:u8 no_rolls_max:u8 alarm_percent:u8 betting_ms:u30"
      " close_after_ms:u30 reshake_ms:u30 unit:s30 odds:s30 min:s30 max:s30 max_total:s30"
      " min_total:s30"
      " spots_given:u8 spots:rest"),
     "seats:u8 round:u30"),
    (BET, "bet", TO_BOARD, COMMAND, HOST_PORT, HOST, 0,
     "seat:u8 spot:u8 amount:s30 craps:s30",
     "seat:u8 spot:u8 debit:u30 total:u30"),
    (TAKE, "take", TO_BOARD, COMMAND, HOST_PORT, HOST, 0,
     "seat:u8 spot:u8 amount:s30 craps:s30",
     "seat:u8 spot:u8 credit:u30 total:u30"),
    (CALL, "call", TO_BOARD, COMMAND, HOST_PORT, HOST, 0,
     "seat:u8 spot:u8 call:u8 only:u8",
     "seat:u8 spot:u8 call:u8"),
    (CLOSE, "close", TO_BOARD, COMMAND, HOST_PORT, HOST, 0, "-", "round:u30 returned:u16"),
    (LIMITS, "limits", TO_BOARD, COMMAND, BOTH, FLOOR, 0,
     "min:s30 max:s30 max_total:s30 min_total:s30 spots_given:u8 spots:rest",
     "-"),
    (WITHDRAW, "withdraw", TO_BOARD, COMMAND, HOST_PORT, HOST, 0,
     "seat:u8",
     "seat:u8 credit:u30 returned:u16"),
    (MALFUNCTION, "malfunction", TO_BOARD, COMMAND, BOTH, FLOOR, 1, "-", "round:u30 returned:u16"),
    (ROLL, "roll", TO_BOARD, COMMAND, HOST_PORT, HOST, 0, "-", "round:u30"),
    (SHOOTER, "shooter", TO_BOARD, COMMAND, HOST_PORT, HOST, 0, "seat:u8", "seat:u8"),
    (VOID, "void", TO_BOARD, COMMAND, BOTH, FLOOR, 1, "round:u30", "round:u30 returned:u16"),
    (STATE, "state", TO_BOARD, QUERY, BOTH, ANYONE, 1,
     "index:u16",
     ("version:u30 round:u30 state:u8 point:u8 closed:u8 seats:u8 shooter:u8 fault:u16"
      " left_ms:u30 count:u16 index:u16 stakes:rest")),
    (RETURNED, "returned", TO_BOARD, QUERY, BOTH, ANYONE, 1,
     "index:u16",
     "version:u30 count:u16 index:u16 returns:rest"),
    (TABLE_INFO, "table-info", TO_BOARD, QUERY, BOTH, ANYONE, 1,
     "-",
     ("profile:b16 seats:u8 shooting:u8 no_rolls_max:u8 alarm_percent:u8 betting_ms:u30"
      " close_after_ms:u30 reshake_ms:u30 unit:s30 odds:s30 rules:b32 limits:b32 min:s30 max:s30"
      " max_total:s30 min_total:s30 spots:rest")),
    (CLEAR_FAULT, "clear-fault", TO_BOARD, COMMAND, BOTH, FLOOR, 1, "code:u16", "-"),
    (METERS, "meters", TO_BOARD, QUERY, BOTH, ANYONE, 1, "index:u8", "count:u8 meters:rest"),
    (RECALL, "recall", TO_BOARD, QUERY, BOTH, ANYONE, 1,
     "round:u30 step:u16",
     "round:u30 oldest:u30 newest:u30 steps:u16 step:u16 kind:u8 time_s:u30 entry:rest"),
    (LOG, "log", TO_BOARD, QUERY, BOTH, ANYONE, 1,
     "log:u8 index:u30",
     "count:u30 index:u30 kind:u8 boot:u30 time_s:u30 detail:u30 entry:rest"),
    (DIAGNOSTICS, "diagnostics", TO_BOARD, QUERY, BOTH, ANYONE, 1,
     "index:u8",
     "count:u8 index:u8 values:rest"),
    (SELF_TEST, "self-test", TO_BOARD, COMMAND, BOTH, SERVICE, 1, "-", "failed:u30"),
    (PICTURE, "picture", TO_BOARD, QUERY, BOTH, ANYONE, 1,
     "chamber:u8 light:u8",
     "width:u8 height:u8 size:u30"),
    (PART, "part", TO_BOARD, QUERY, BOTH, ANYONE, 1,
     "what:u8 index:u30 offset:u30",
     "size:u30 part:rest"),
    (EXERCISE, "exercise", TO_BOARD, COMMAND, BOTH, SERVICE, 1,
     "mode:u8 time_ms:u16 duty_permille:u16",
     "-"),
    (CALIBRATE, "calibrate", TO_BOARD, COMMAND, BOTH, SERVICE, 1,
     "chamber:u8 step:u8",
     "quality:u8 size:u30"),
    (CLOCK, "clock", TO_BOARD, COMMAND, BOTH, HOST | TECHNICIAN | STATION, 1,
     "time_s:u30 time_ms:u16",
     "-"),
    (DICE_SET, "dice-set", TO_BOARD, COMMAND, BOTH, SERVICE, 1, "set:u8", "set:u8"),
    (REBOOT, "reboot", TO_BOARD, COMMAND, BOTH, SERVICE, 1, "mode:u8", "-"),
    (IDENTITY, "identity", TO_BOARD, QUERY, BOTH, ANYONE, 1,
     "-",
     "build:u8 locked:u8 device:b8 image:b32 version:b16 board:b24"),
    (MEASURE, "measure", TO_BOARD, QUERY, BOTH, ANYONE, 1, "nonce:b32", "digest:b32"),
    (KEY, "key", TO_BOARD, QUERY, BOTH, ANYONE, 1,
     "-",
     "provisioned:u8 public:b32 boot:u30 sequence:s30"),
    (PROVISION, "provision", TO_BOARD, COMMAND, USB_PORT, STATION, 1, "-", "public:b32"),
    (SETTING, "setting", TO_BOARD, COMMAND, BOTH, SERVICE, 1, "setting:u8 value:rest", "-"),
    (SETTING_READ, "setting-read", TO_BOARD, QUERY, BOTH, ANYONE, 1,
     "setting:u8",
     "setting:u8 value:rest"),
    (KEY_ADD, "key-add", TO_BOARD, COMMAND, BOTH, SERVICE, 1,
     "authority:u8 public:b32",
     "slot:u8"),
    (KEY_REVOKE, "key-revoke", TO_BOARD, COMMAND, BOTH, SERVICE, 1, "key:b8", "slot:u8"),
    (KEYS, "keys", TO_BOARD, QUERY, BOTH, ANYONE, 1, "index:u8", "count:u8 index:u8 keys:rest"),
    (LOCK, "lock", TO_BOARD, COMMAND, USB_PORT, STATION, 1, "-", "-"),
    (RETIRE, "retire", TO_BOARD, COMMAND, BOTH, SERVICE, 1, "-", "sequence:u30"),
)
# fmt: on

# What a field of type `rest` holds, one entry after the other: message, field, fields of an entry.
ENTRIES = (
    (OPEN, "spots", "spot:u8 most:u30"),
    (LIMITS, "spots", "spot:u8 most:u30"),
    (TABLE_INFO, "spots", "spot:u8 most:u30"),
    (STATE, "stakes", "seat:u8 spot:u8 call:u8 amount:u30 craps:u30"),
    (RETURNED, "returns", "seat:u8 spot:u8 credit:u30"),
    (METERS, "meters", "meter:u8 low:u30 high:u30"),
    (DIAGNOSTICS, "values", "what:u8 verdict:u8 value:s30"),
    (KEYS, "keys", "key:b8 authority:u8 revoked:u8 uses:u30 failures:u30"),
)

# ---- columns of a row
COL_ID = const(0)
COL_NAME = const(1)
COL_DIRECTION = const(2)
COL_KIND = const(3)
COL_PORTS = const(4)
COL_AUTHORITIES = const(5)
COL_FAULTED = const(6)
COL_FIELDS = const(7)
COL_ANSWER = const(8)

KIND_WORDS = ("command", "query", "note", "event", "record", "notice")
PORT_WORDS = ("host", "usb")
AUTHORITY_WORDS = ("host", "technician", "operator", "station")

# ---- what `part` gives, and the modes of `reboot` and `exercise`
PART_PICTURE = const(0)  # index: the chamber; of the last `picture`
PART_TRACE = const(1)  # motor: of the last shake
PART_GOLDEN = const(2)  # index: the golden frame
REBOOT_RUN = const(0)
REBOOT_BOOTSEL = const(1)
REBOOT_MAINTENANCE = const(2)
EXERCISE_MOTOR = const(0)
EXERCISE_LIGHT = const(1)
EXERCISE_BRAKE = const(2)

# ---- what `log` gives
LOG_DOORS = const(0)
LOG_FAULTS = const(1)
LOG_PROGRAM = const(2)
LOG_POWER = const(3)
LOG_WORDS = ("doors", "faults", "program", "power")

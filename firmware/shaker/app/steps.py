"""What the journal's records mean to the controller: kinds and layouts, declared once.

Every durable change is one step. It is on flash before anyone hears of it, and the same fold takes
it live and after a power cut. Numbers are little-endian; kinds are never reused.
"""

from micropython import const

STEP_CHECKPOINT = const(1)  # everything up to here
STEP_BOOT = const(2)  # boot counter, reset cause, digest of the image
STEP_OPEN = const(3)  # a table: rule book, seats, times, staged limits and options
STEP_OP = const(4)  # bet, take, call or close
STEP_LIMITS = const(5)  # staged limits
STEP_SHAKE = const(6)  # the motor is about to start
STEP_REST = const(7)  # the motor has stopped
STEP_CAPTURE = const(8)  # a record of the chain, its facts fixed, not yet sealed
STEP_SEALED = const(9)  # its header and signature
STEP_ACK = const(10)  # the host has it on disk
STEP_SHOOTER = const(11)
STEP_ROLL = const(12)  # a roll was asked for
STEP_WORD = const(13)  # a word of the book was set: dice set, lock
STEP_KEY = const(14)  # the board has made a key
STEP_NOTED = const(15)  # a command that changes nothing durable, and must not happen twice

STEP_WORDS = (
    "",
    "checkpoint",
    "boot",
    "open",
    "op",
    "limits",
    "shake",
    "rest",
    "capture",
    "sealed",
    "ack",
    "shooter",
    "roll",
    "word",
    "key",
    "noted",
)

# Of every step that a command caused: its number, and in the two bits above it the port; else 0.
AT_COMMAND = const(0)
AT_PORT = const(3)
PORT_SHIFT = const(6)

# ---- STEP_OP: command, op, seat, spot, call or only, amount, craps
AT_OP = const(4)
AT_SEAT = const(5)
AT_SPOT = const(6)
AT_FLAGS = const(7)  # of a call: state, and 16 for `only`
FLAG_ONLY = const(16)
AT_AMOUNT = const(8)
AT_CRAPS = const(12)
OP_SIZE = const(16)

# ---- STEP_BOOT
AT_BOOT = const(0)
AT_CAUSE = const(4)
AT_IMAGE = const(8)
BOOT_SIZE = const(40)

# ---- STEP_OPEN: command, rule book, seats, shooting, No Rolls allowed, times, alarm, stage
AT_PROFILE = const(4)
AT_SEATS = const(5)
AT_SHOOTING = const(6)
AT_NO_ROLLS_MAX = const(7)
AT_BETTING_MS = const(8)
AT_CLOSE_AFTER_MS = const(12)
AT_ALARM_PERCENT = const(16)
AT_RESHAKE_MS = const(20)
AT_OPEN_STAGE = const(24)
OPEN_SIZE = const(412)  # AT_OPEN_STAGE + 4 * 97

# ---- STEP_LIMITS: command, then the stage
AT_LIMITS_STAGE = const(4)
LIMITS_SIZE = const(392)

# ---- STEP_CAPTURE: command, header. STEP_SEALED: header, signature
AT_HEADER = const(4)
CAPTURE_SIZE = const(260)
SEALED_SIZE = const(320)

# ---- STEP_REST: what the motor did, four phases and tach (2 each), work (4), refused (1)
AT_PHASES = const(4)
AT_TACH = const(12)
AT_WORK = const(14)
AT_REFUSED = const(18)  # 1: the shake does not count, whatever lies in the chambers
REST_SIZE = const(19)

# ---- one number: STEP_SHAKE retry, STEP_ACK sequence, STEP_SHOOTER seat + 1,
# STEP_NOTED the mode of a reboot
AT_VALUE = const(4)
AT_PUBLIC = const(4)
KEY_SIZE = const(36)
AT_WORD = const(8)  # of STEP_WORD: which word of the book
VALUE_SIZE = const(8)
WORD_SIZE = const(12)

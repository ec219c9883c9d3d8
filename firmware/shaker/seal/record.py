"""The layout of a signed record, declared once; firmware/RECORD.md is its page."""

from micropython import const

MAGIC = b"BXSR"
VERSION = const(1)

HEADER_SIZE = const(256)
SIGNATURE_SIZE = const(64)
SEALED_SIZE = const(320)
DIGEST_SIZE = const(32)
DEVICE_SIZE = const(8)

KIND_GENESIS = const(1)
KIND_RESULT = const(2)
KIND_NO_ROLL = const(3)
KIND_VOID = const(4)
KIND_WITHDRAWAL = const(5)
KIND_FAULT = const(6)
KIND_DOOR = const(7)
KIND_PROGRAM = const(8)
KIND_POWER_LOSS = const(9)
KIND_RETIRE = const(10)

KIND_WORDS = (
    "",
    "genesis",
    "result",
    "no-roll",
    "void",
    "withdrawal",
    "fault",
    "door",
    "program",
    "power-loss",
    "retire",
)

BUILD_BENCH = const(0)
BUILD_PRODUCT = const(1)

TIME_SINCE_START = const(0)
TIME_OF_HOST = const(1)

AT_MAGIC = const(0)
AT_VERSION = const(4)
AT_KIND = const(5)
AT_BUILD = const(6)
AT_REASON = const(7)
AT_DEVICE = const(8)
AT_IMAGE = const(16)
AT_BOOT = const(48)
AT_SEQUENCE = const(52)
AT_PREVIOUS = const(56)
AT_TIME_S = const(88)
AT_TIME_MS = const(92)
AT_TIME_SOURCE = const(94)
AT_DICE_SET = const(95)
AT_RULE_BOOK = const(96)
AT_LIMITS = const(128)
AT_DIE_A = const(160)
AT_DIE_B = const(161)
AT_POINT_BEFORE = const(162)
AT_POINT_AFTER = const(163)
AT_SPIN_UP_MS = const(164)
AT_TUMBLE_MS = const(166)
AT_SOFT_STOP_MS = const(168)
AT_BRAKE_MS = const(170)
AT_SETTLE_MS = const(172)
AT_TACH_COUNT = const(174)
AT_MOTOR_WORK_MJ = const(176)
AT_MARGIN_A = const(180)
AT_MARGIN_B = const(181)
AT_FRAME_COUNT = const(182)
AT_RETRY_COUNT = const(183)
AT_ROUND = const(184)
AT_DETAIL = const(188)
AT_BODY_SIZE = const(192)
AT_RESERVED = const(196)
AT_BODY = const(224)

# Name and offset in order; a field ends where the next begins. For readers; the board uses AT_*.
FIELDS = (
    ("magic", AT_MAGIC),
    ("version", AT_VERSION),
    ("kind", AT_KIND),
    ("build", AT_BUILD),
    ("reason", AT_REASON),
    ("device", AT_DEVICE),
    ("image", AT_IMAGE),
    ("boot", AT_BOOT),
    ("sequence", AT_SEQUENCE),
    ("previous", AT_PREVIOUS),
    ("time_s", AT_TIME_S),
    ("time_ms", AT_TIME_MS),
    ("time_source", AT_TIME_SOURCE),
    ("dice_set", AT_DICE_SET),
    ("rule_book", AT_RULE_BOOK),
    ("limits", AT_LIMITS),
    ("die_a", AT_DIE_A),
    ("die_b", AT_DIE_B),
    ("point_before", AT_POINT_BEFORE),
    ("point_after", AT_POINT_AFTER),
    ("spin_up_ms", AT_SPIN_UP_MS),
    ("tumble_ms", AT_TUMBLE_MS),
    ("soft_stop_ms", AT_SOFT_STOP_MS),
    ("brake_ms", AT_BRAKE_MS),
    ("settle_ms", AT_SETTLE_MS),
    ("tach_count", AT_TACH_COUNT),
    ("motor_work_mj", AT_MOTOR_WORK_MJ),
    ("margin_a", AT_MARGIN_A),
    ("margin_b", AT_MARGIN_B),
    ("frame_count", AT_FRAME_COUNT),
    ("retry_count", AT_RETRY_COUNT),
    ("round", AT_ROUND),
    ("detail", AT_DETAIL),
    ("body_size", AT_BODY_SIZE),
    ("reserved", AT_RESERVED),
    ("body", AT_BODY),
)

assert AT_BODY + DIGEST_SIZE == HEADER_SIZE
assert HEADER_SIZE + SIGNATURE_SIZE == SEALED_SIZE

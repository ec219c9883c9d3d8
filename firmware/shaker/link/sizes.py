"""Capacities of the link. A frame holds header, payload and CRC before it is stuffed."""

from micropython import const

# ---- a frame, before stuffing
AT_ID = const(0)
AT_TAG = const(1)  # four bytes, the session's
AT_NUMBER = const(5)  # four bytes, below 2**30
AT_PAYLOAD = const(9)
TAG_SIZE = const(4)
CRC_SIZE = const(4)
FRAME_SIZE_MIN = const(13)  # header and CRC
FRAME_SIZE_MAX = const(640)
STUFFED_SIZE_MAX = const(643)  # a byte for each 254, begun or not
PAYLOAD_SIZE_MAX = const(627)  # FRAME_SIZE_MAX - FRAME_SIZE_MIN
ANSWER_BIT = const(0x80)

NONCE_SIZE = const(16)
DIGEST_SIZE = const(32)
DEVICE_SIZE = const(8)
KEY_ID_SIZE = const(8)
SIGNATURE_SIZE = const(64)

# ---- streams
PART_SIZE = const(600)  # of a record in one frame
CREDIT_MAX = const(16384)  # bytes of records that may be under way
EVENT_SLOTS = const(32)
EVENT_SIZE_MAX = const(40)  # of its fields
EVENT_WINDOW = const(8)

# ---- commands
COMMAND_WINDOW = const(8)  # commands that may be under way
ANSWER_KEPT_MAX = const(64)  # bytes of a command's answer: code and fields
NUMBER_JUMP_MAX = const(1 << 20)  # a host may not burn the numbers of a board's life

# ---- times
RESEND_MS = const(500)  # without progress
RESEND_MS_MAX = const(4000)  # doubled up to this
SILENCE_MS = const(3000)  # without a frame of the host: it is lost
PARTIAL_MS = const(200)  # a frame that stops in its middle
CHALLENGE_MS = const(60000)
BAUD_TRIAL_MS = const(1000)  # without a frame at the new rate
FRAMES_PER_POLL = const(4)

ROLE_LISTEN = const(0)
ROLE_ACKNOWLEDGE = const(1)

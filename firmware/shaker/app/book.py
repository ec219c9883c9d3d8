"""The controller's durable words beside the table: counters, phase, latch, meters.

One flat array, so that a copy of it is all there is to keep: it is checkpointed, kept twice and
checked as a whole. What a word means never moves; new ones go into the gaps.
"""

from micropython import const

# ---- where the board is
BOOT = const(0)  # starts counted over the life of the board
SEQUENCE = const(1)  # of the next record of the chain
ACKED = const(2)  # records below this sequence are acknowledged
ROUND = const(3)  # of the round under way, counted over the life of the board
PHASE = const(4)
RETRY = const(5)  # No Rolls of this round so far
FAULT = const(6)  # code of the latched fault, 0: none
CHANGED = const(7)  # a change of keys or settings that is being made, see `changes`
DISTURBED = const(8)  # 1: lid or tilt opened over dice that are still to be read
COMMANDS = const(30)  # number of the last command performed, by port
OWED = const(9)  # records that are due as soon as the chain is free: OWED_* bits
DECIDING = const(10)  # sequence of the record that ends the round: the next opens when it is acked
LOST = const(11)  # power went with the dice at rest (they are still to be read) or in motion
ROLL_WANTED = const(12)  # a roll was asked for and has not been captured
LOCKED = const(13)  # provisioned: no maintenance without a signed challenge
FLOOR = const(14)  # journal position from which every unacknowledged record can be rebuilt

# ---- what table it is
PROFILE = const(16)  # number of the rule book, 0: no table yet
SHOOTING = const(17)  # 1: a shooter is needed
SHOOTER = const(18)  # seat + 1 of the shooter, 0: the house
BETTING_MS = const(19)  # betting time of a round, 0: the host asks for every roll
CLOSE_AFTER_MS = const(20)  # "no more bets" this long after the motor starts, 0: before it
NO_ROLLS_MAX = const(21)  # shakes of a round that may fail before the fault
DICE_SET = const(22)
ALARM_PERCENT = const(23)  # of No Rolls in a hundred shakes
RESHAKE_MS = const(15)  # from a No Roll to the shake that makes it good

# ---- what the motor did in the last shake, kept from the moment it stopped
SPIN_UP_MS = const(24)
TUMBLE_MS = const(25)
SOFT_STOP_MS = const(26)
BRAKE_MS = const(27)
TACH_COUNT = const(28)
MOTOR_WORK_MJ = const(29)

# ---- meters; amounts take two words: low 20 bits, then the rest
METERS = const(32)
BOOK_WORDS = const(96)
RESTART = const(55)  # 1: a start was asked for, the next is nobody's fault; between the meters
REPLIES_WORDS = const(63)  # beside the book: answers to the last commands, see `replies`

# ---- phases
IDLE = const(0)  # no table
BETTING = const(1)
CLOSED = const(2)  # no more bets; the shake is next
SHAKING = const(3)  # the motor runs
RESTED = const(4)  # the motor has stopped: what lies in the chambers is the outcome
SEALING = const(5)  # the outcome is captured
WAITING = const(6)  # the record is on flash and goes to the host until it is acknowledged

# ---- where the dice were when power went
LOST_AT_REST = const(1)
LOST_IN_MOTION = const(2)

PHASE_WORDS = ("idle", "betting", "closed", "shaking", "rested", "sealing", "waiting")

# ---- records that are owed
OWED_GENESIS = const(1)
OWED_POWER_LOSS = const(2)
OWED_IMAGE = const(4)
OWED_TABLE = const(8)
OWED_LIMITS = const(16)
OWED_FAULT = const(32)  # a No Roll whose reason needs a person: the latch follows it
OWED_LOCK = const(64)
OWED_DICE = const(128)
OWED_CHANGE = const(256)

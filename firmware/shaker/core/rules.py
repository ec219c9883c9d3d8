"""Layout of a rule book as the core reads it: one `bytes` object, made by `boxcars rules build`.

One byte per spot in each column, so that no rule is code: a casino that differs in a column
differs in a byte. The words behind the numbers are in the rule files (firmware/rules).
"""

from micropython import const

MAGIC = b"BXR1"

# ---- head
AT_DIGEST = const(4)  # SHA-256 of the rule file it was built from, 32 bytes
AT_MIN = const(36)  # default of option `min`, three bytes, low first
AT_ODDS_LOW = const(39)  # option `odds`: least, most, default; all 0 where there is no such option
AT_ODDS_HIGH = const(40)
AT_ODDS_DEFAULT = const(41)
AT_MIN_RULE = const(42)  # a spot below the minimum is: refused, or returned at the close
AT_MIN_TOTAL_RULE = const(43)  # a seat below the minimum total: plays, or is returned at the close
AT_EXCESS = const(44)  # what stands above the maximum: settles whole, or on the maximum only
AT_WITHDRAW = const(45)  # after a power failure: no, yes
AT_MALFUNCTION = const(46)  # voids all plays: no, yes
AT_PARTS = const(47)  # the two parts of c-and-e: equal, free
AT_KITTY = const(48)  # is shared out at the end of the game: no, yes (host side)
AT_BARS_ONE_ROLL = const(49)  # bits that bar until the next roll; others until one leaves no point

# ---- columns of one byte per spot
COL_OFFERED = const(64)  # 0 no, 1 yes
COL_UNITS = const(154)  # a stake is a multiple of this many smallest chips
COL_WORK = const(244)  # bits WORK_*
COL_CALL_SET = const(334)  # a call `on` covers every spot with this number; 0: the one spot
COL_PHASE = const(424)  # PHASE_*
COL_CONTRACT = const(514)  # CONTRACT_*
COL_CONFLICT = const(604)  # the opposing spot, or NO_SPOT
COL_REPLACE = const(694)  # 0: free; else the bit that bars it once it was taken
COL_FLAT = const(784)  # of odds: the spot of its flat wager, or NO_SPOT
COL_ODDS = const(874)  # of a flat wager: the spot of its odds, or NO_SPOT
COL_ODDS_FIRST = const(964)  # 1: its odds must be taken before it
COL_UNDER_MIN = const(1054)  # at the close: UNDER_*
COL_VIG = const(1144)  # 0 none, else 1 + index of the vigorish rule
COL_VIG_PAY = const(1234)  # index of the payout that the vigorish is reckoned on

WORK_POINT_OFF = const(1)  # works while no point is on
WORK_POINT_ON = const(2)  # works while a point is on
WORK_CALLS = const(4)  # may be called on and off
WORK_ODDS = const(8)  # is odds: comes back if the flat is decided while it does not work
WORK_NO_MIN = const(16)  # the minimum does not look at it

PHASE_ANY = const(0)
PHASE_POINT_OFF = const(1)
PHASE_POINT_ON = const(2)
PHASE_OFF_OR_MORE = const(3)  # no point is on, or the wager is there and grows
PHASE_MORE = const(4)  # only to increase a wager that is there
PHASE_NEVER = const(5)

CONTRACT_NEVER = const(0)
CONTRACT_ALWAYS = const(1)
CONTRACT_POINT_ON = const(2)

UNDER_KEEP = const(0)
UNDER_RETURN = const(1)
UNDER_RETURN_POINT_OFF = const(2)

# ---- small tables
AT_VIG_RULES = const(1324)  # two rules of six bytes: rate num, rate den, of, at, refund, 0
VIG_RULE_SIZE = const(6)
VIG_NUM = const(0)
VIG_DEN = const(1)
VIG_OF_WIN = const(2)  # 0 of the stake, 1 of the winnings
VIG_AT_WIN = const(3)  # 0 charged at placement, 1 from a winning wager
VIG_REFUND = const(4)  # 1: comes back with the wager

AT_GROUPS = const(1336)  # three rows of a count and six spots; count 0: not offered
GROUP_SIZE = const(7)

AT_LUCKY = const(
    1357
)  # actions that end a run: 0..4 counted, five then another, five then the point
LUCKY_FIVE = const(5)
LUCKY_FIVE_POINT = const(6)

AT_ODDS_PAYS = const(1364)  # four families, six numbers: num, den
AT_ODDS_LIMITS = const(1412)  # four families of four rows of ten bytes
ODDS_ROWS = const(4)
ODDS_ROW_SIZE = const(
    10
)  # option from, option to, of winnings, payable unit, six multiples (0: option)

AT_PAYS = const(1572)  # 64 rows: num low, num high, den, 0
PAY_COUNT = const(64)

# ---- actions: for each of the 21 pairs a row of 114 bytes
AT_ACTIONS = const(1828)
ACTION_ROWS = const(
    114
)  # 90 spots, then pass, pass-odds, dont-pass, dont-pass-odds for each point
ROW_POINT = const(90)
RULES_SIZE = const(4222)

ACT_STAND = const(0)
ACT_LOSE = const(1)
ACT_PUSH = const(2)
ACT_MOVE = const(3)
ACT_RETURN = const(4)
ACT_WIN = const(64)  # plus index of the payout
ACT_WIN_CRAPS = const(128)  # the any-craps part of c-and-e wins, plus index of its payout
ACT_WIN_ELEVEN = const(192)  # the eleven part wins

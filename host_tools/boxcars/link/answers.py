"""What the board answers, as values. Each class has the fields of one row of the message table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Welcome:
    """The answer to hello: what this board is and where it stands."""

    differs: int
    version: int
    nonce: bytes
    board_nonce: bytes
    table: bytes
    image: bytes
    rules: bytes
    device: bytes
    build: int
    locked: int
    faulted: int
    boot: int
    sequence: int
    head: bytes
    last_command: int
    last_session: bytes
    baud_max: int
    window: int
    part_size: int


@dataclass(frozen=True)
class Begun:
    role: int
    expected: int
    event_first: int
    event_next: int
    oldest: int
    newest: int
    acknowledged: int


@dataclass(frozen=True)
class Pong:
    event_next: int
    oldest: int
    newest: int
    acknowledged: int


@dataclass(frozen=True)
class LinkErrors:
    """Counts of the board's side of one port since its start."""

    port: int
    received: int
    sent: int
    damaged: int
    too_long: int
    refused: int
    repeated: int
    resent: int
    lost_bytes: int
    events_lost: int


@dataclass(frozen=True)
class Opened:
    seats: int
    round: int


@dataclass(frozen=True)
class BetTaken:
    """A wager was journalled: what it cost, and what is on the spot now."""

    seat: int
    spot: int
    debit: int
    total: int


@dataclass(frozen=True)
class TakenBack:
    seat: int
    spot: int
    credit: int
    total: int


@dataclass(frozen=True)
class Called:
    seat: int
    spot: int
    call: int


@dataclass(frozen=True)
class Closed:
    """Betting is over; `returned` wagers went back: `Link.returned()` lists them."""

    round: int
    returned: int


@dataclass(frozen=True)
class Withdrawn:
    seat: int
    credit: int
    returned: int


@dataclass(frozen=True)
class Stake:
    seat: int
    spot: int
    call: int
    amount: int
    craps: int


@dataclass(frozen=True)
class TableState:
    """The table at one moment, all its parts of one version."""

    version: int
    round: int
    state: int
    point: int
    closed: int
    seats: int
    shooter: int
    fault: int
    left_ms: int
    stakes: tuple[Stake, ...]


@dataclass(frozen=True)
class Return:
    seat: int
    spot: int
    credit: int


@dataclass(frozen=True)
class Course:
    """How the rounds of a table go."""

    shooting: int = 0  # 1: a shooter with a line bet is needed
    no_rolls_max: int = 3  # shakes of a round that may fail before the fault
    alarm_percent: int = 10  # of No Rolls in a hundred shakes
    betting_ms: int = 0  # 0: the host asks for every roll
    close_after_ms: int = 0  # no more bets before the motor starts; at the latest at rest
    reshake_ms: int = 1500  # from a No Roll to the shake that makes it good


@dataclass(frozen=True)
class TableInfo:
    """What the table runs with; `spots` are the maxima of single spots."""

    profile: str
    seats: int
    unit: int
    odds: int
    rules: bytes
    limits: bytes
    min: int
    max: int
    max_total: int
    min_total: int
    course: Course
    spots: dict[int, int]


@dataclass(frozen=True)
class Meter:
    meter: int
    value: int


@dataclass(frozen=True)
class RecalledStep:
    round: int
    oldest: int
    newest: int
    steps: int
    step: int
    kind: int
    time_s: int
    entry: bytes


@dataclass(frozen=True)
class LogEntry:
    count: int
    index: int
    kind: int
    boot: int
    time_s: int
    detail: int
    entry: bytes


@dataclass(frozen=True)
class Reading:
    """One value of the diagnostics with its verdict."""

    what: int
    verdict: int
    value: int


@dataclass(frozen=True)
class Picture:
    """What a sensor sees, a byte per pixel, row by row."""

    width: int
    height: int
    pixels: bytes


@dataclass(frozen=True)
class Calibrated:
    quality: int
    size: int


@dataclass(frozen=True)
class Identity:
    build: int
    locked: int
    device: bytes
    image: bytes
    version: str
    board: str


@dataclass(frozen=True)
class KeyInfo:
    provisioned: int
    public: bytes
    boot: int
    sequence: int


@dataclass(frozen=True)
class KnownKey:
    key: bytes
    authority: int
    revoked: int
    uses: int
    failures: int


@dataclass(frozen=True)
class Event:
    """An event of the board: its name in the table, its number, its fields."""

    name: str
    number: int
    fields: dict[str, int]


@dataclass(frozen=True)
class EventsLost:
    """Events are missing (the board restarted, or this host was too slow): read the state."""

    first: int
    boot: int


@dataclass(frozen=True)
class Record:
    """A signed record, whole, in the order of the chain."""

    sequence: int
    data: bytes

    @property
    def header(self) -> bytes:
        return self.data[:256]

    @property
    def signature(self) -> bytes:
        return self.data[256:320]

    @property
    def body(self) -> bytes:
        return self.data[320:]


@dataclass(frozen=True)
class BoardMemory:
    """What a host remembers of a board, to find one that was rolled back or cloned."""

    device: bytes
    boot: int
    sequence: int
    head: bytes

"""`boxcars monitor`: follow a board and keep its records in a verified log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import click

from boxcars.console.documents import emit, json_errors
from boxcars.console.options import PORT
from boxcars.link import Event, EventsLost, Link
from boxcars.record.keys import read_key
from boxcars.record.live import LiveLog
from boxcars.record.rulebooks import known_rule_books
from boxcars.table.keeper import Keeper, Kept, expectation
from boxcars.table.words import event_line, record_line
from boxcars.usb.choose import choose_linked

_SLICE_S = 0.5


@click.command("monitor")
@PORT
@click.option(
    "--log",
    "log_path",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("boxcars.log"),
    show_default=True,
    help="Where the records go; a log of this board is continued.",
)
@click.option(
    "--key",
    "key_path",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The board's public key: PEM, hex, or a log; else the one of its genesis record.",
)
@click.option("--json", "as_json", is_flag=True, help="A JSON line for each event and record.")
@click.option("--count", type=click.IntRange(min=1), help="End after so many records.")
def command(
    port: str | None, log_path: Path, key_path: Path | None, as_json: bool, count: int | None
) -> None:
    """Follow a board: print what happens, and keep every record in a verified log.

    Each record is checked (signature, chain, body, rule book), appended and synced, and only then
    acknowledged, so that the board may let go of it. If another connection acknowledges, this one
    listens. A record that does not hold ends it: it is neither kept nor acknowledged. Ctrl-C ends
    it as well; started again it goes on where the log ends.

    Exit codes: 0 fine, 2 usage, 3 cannot write, 4 no device, 5 busy port, 6 another board, 7 the
    board is behind the log, 70 to 81 a record does not verify (see 'boxcars verify').
    """
    with json_errors(as_json):
        _monitor(choose_linked(port), log_path, key_path, as_json, count)


def _monitor(
    port: str, log_path: Path, key_path: Path | None, as_json: bool, count: int | None
) -> None:
    say = _say_json if as_json else _say
    key = read_key(key_path) if key_path else None
    with LiveLog(log_path, key, rule_books=known_rule_books()) as log:
        link = Link.open(port, expect=expectation(log), acknowledge=True)
        with link:
            keeper = Keeper(link, log)
            if not as_json:
                click.echo(_greeting(link, keeper))
            try:
                kept_count = follow(link, keeper, say, count)
            except KeyboardInterrupt:
                kept_count = None
        if not as_json:
            click.echo(_farewell(log, kept_count))


def follow(
    link: Link,
    keeper: Keeper,
    say: Callable[[Kept | Event | EventsLost], None],
    count: int | None,
) -> int:
    """Say what comes until there were so many records."""
    keeper.begin()
    done = 0
    while count is None or done < count:
        kept = keeper.take(_SLICE_S)
        while len(link.events):
            event = link.next_event(0.0)
            if event is not None:
                say(event)
        link.finish_event()
        if kept is not None:
            say(kept)
            done += 1
    return done


def _greeting(link: Link, keeper: Keeper) -> str:
    welcome = link.welcome
    role = "" if link.may_acknowledge else "; another connection acknowledges, this one listens"
    fault = "; a fault is latched" if welcome.faulted else ""
    start = keeper.log.next_sequence
    place = "begins" if start is None else f"goes on with record {start}"
    board = f"board {welcome.device.hex()}, boot {welcome.boot}"
    return f"{board}: {keeper.log.path} {place}{role}{fault}"


def _farewell(log: LiveLog, count: int | None) -> str:
    held = log.summary.count if log.summary else 0
    came = "" if count is None else f"records that came: {count}; "
    return f"{came}{log.path} holds {held}, all verified"


def _say(what: Kept | Event | EventsLost) -> None:
    if isinstance(what, Kept):
        role = "acknowledged" if what.acknowledged else "not acknowledged"
        click.echo(f"{record_line(what.header)}; signature good, on disk, {role}")
    else:
        click.echo(event_line(what))


def _say_json(what: Kept | Event | EventsLost) -> None:
    if isinstance(what, Kept):
        header = what.header
        shown: dict[str, object] = {
            "type": "record",
            "sequence": header.sequence,
            "kind": header.kind_word,
            "round": header.round,
            "boot": header.boot,
            "dice": [header.die_a, header.die_b] if header.die_a else None,
            "point": header.point_after,
            "reason": header.reason,
            "detail": header.detail,
            "verified": True,
            "acknowledged": what.acknowledged,
        }
    elif isinstance(what, Event):
        shown = {"type": "event", "name": what.name, "number": what.number, **what.fields}
    else:
        shown = {"type": "events-lost", **asdict(what)}
    emit("monitor/1", shown)

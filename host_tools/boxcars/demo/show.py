"""Pictures of a round for the terminal: dice, puck, who won and lost, and the verdict."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from boxcars.demo.books import Books
from boxcars.demo.play import Round

_PIPS = {
    1: ("     ", "  o  ", "     "),
    2: ("o    ", "     ", "    o"),
    3: ("o    ", "  o  ", "    o"),
    4: ("o   o", "     ", "o   o"),
    5: ("o   o", "  o  ", "o   o"),
    6: ("o   o", "o   o", "o   o"),
}


def die(face: int) -> RenderableType:
    return Panel.fit(Text("\n".join(_PIPS[face]), style="bold"), padding=(0, 1))


def puck(point: int) -> RenderableType:
    text = f"ON {point}" if point else "OFF"
    style = "black on white" if point else "white on black"
    return Panel.fit(Text(f"\n {text} \n", style=style), title="puck", padding=(0, 1))


def _per_seat(played: Round) -> RenderableType:
    wagers: dict[int, list[str]] = defaultdict(list)
    won: dict[int, list[str]] = defaultdict(list)
    lost: dict[int, list[str]] = defaultdict(list)
    credit: dict[int, int] = defaultdict(int)
    for bet in played.wagers:
        wagers[bet["seat"]].append(f"{bet['spot']} {bet['amount']}")
    for line in played.results:
        seat = line["seat"]
        credit[seat] += line["credit"]
        if line["outcome"] == "win":
            won[seat].append(f"{line['spot']} +{line['win'] - line['vig']}")
        elif line["outcome"] == "lose":
            lost[seat].append(f"{line['spot']} -{line['stake'] - line['credit']}")
    table = Table(expand=True)
    for column in ("seat", "new wagers", "wins", "loses", "gets back"):
        table.add_column(column, overflow="fold", justify="left")
    for seat in sorted({*wagers, *won, *lost}):
        table.add_row(
            str(seat),
            ", ".join(wagers[seat]),
            Text(", ".join(won[seat]), style="green"),
            Text(", ".join(lost[seat]), style="red"),
            str(credit[seat]),
        )
    return table


def show_round(played: Round) -> RenderableType:
    """The whole round in one picture."""
    top = Columns([die(played.dice[0]), die(played.dice[1]), puck(played.point)])
    again = (
        f" after {played.no_rolls} No Roll{'s' * (played.no_rolls > 1)}" if played.no_rolls else ""
    )
    verdict = Text(
        f"shaken for {played.shake_ms} ms and read{again}, margins {played.margins[0]} and "
        f"{played.margins[1]}; {played.answers_verified} answers equal on board and host\n"
        f"record {played.sequence}, signature good: {played.signature[:48]}...",
        style="green",
    )
    title = f"round {played.number}: {sum(played.dice)}, {played.event}"
    return Panel(Group(top, _per_seat(played), verdict), title=title)


def show_summary(
    books: Books, standing: int, rounds: int, verified: int, counted: Mapping[str, int]
) -> RenderableType:
    """Where every unit is, as the host and the board's meters have it."""
    many = f"{rounds} round{'s' * (rounds > 1)}"
    table = Table(title=f"{many}, {verified} answers verified: every unit accounted for")
    table.add_column("units")
    table.add_column("host", justify="right")
    table.add_column("board's meters", justify="right")
    for name, value, meter in (
        ("paid in by the seats", books.paid_in, str(counted["money_in"])),
        ("paid out to the seats", books.paid_out, str(counted["money_out"])),
        ("standing on the table", standing, ""),
        ("won by the house", books.house, ""),
    ):
        table.add_row(name, str(value), meter)
    return table

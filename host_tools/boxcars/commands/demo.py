"""`boxcars demo`: rounds at a table of eight, settled on the emulated board, verified live."""

from __future__ import annotations

import json
from pathlib import Path

import click
from rich.console import Console

from boxcars.build import artifacts
from boxcars.demo.board import BoardEngine
from boxcars.demo.play import Game
from boxcars.demo.show import show_round, show_summary
from boxcars.errors import UsageError
from boxcars.paths import BUILD
from boxcars.record.logfile import LogWriter
from boxcars.record.rulebooks import known_rule_books
from boxcars.record.verify import verify_log
from boxcars.settle.session import installed_books


@click.command("demo")
@click.option("--profile", default="rws-2013", show_default=True, help="The casino's rule book.")
@click.option("--rounds", default=6, show_default=True, type=click.IntRange(1, 10_000))
@click.option("--seed", default=1, show_default=True, type=int, help="Crowd, dice and board.")
@click.option(
    "--image",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A ready bench-kit UF2 instead of the built one.",
)
@click.option(
    "--log",
    "log_path",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Where the signed records go; by default .build/demo.log, written anew.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the rounds as one JSON object.")
def command(
    profile: str,
    rounds: int,
    seed: int,
    image: Path | None,
    log_path: Path | None,
    as_json: bool,
) -> None:
    """Play rounds on the real image on an emulated RP2040, every answer verified live.

    The board measures its image, and the host compares that with the UF2. Then a crowd of eight
    plays the casino's wagers. The frozen core on the board settles them; each answer must equal
    the host's to the byte, the allocator must not be entered, and every unit is accounted for.
    The board signs each round with a key it made itself; the log is left behind and verified.
    The faces come from the seed: motor and sensors are not emulated yet.

    Exit codes: 0 fine, 2 usage, 3 nothing built, 6 not a bench-kit image, 7 a check failed.
    """
    profiles = sorted(installed_books())
    if profile not in profiles:
        raise UsageError(f"no rule book '{profile}': there are {', '.join(profiles)}")
    built = artifacts.image(artifacts.BENCH) if image is None else None
    program = built.uf2 if built else image
    assert program is not None
    engine = BoardEngine(program, built.elf if built else None, seed, profile)
    console = Console()
    if not as_json:
        console.print(f"[bold]{engine.identity}[/]\nthe board's own measurement equals the UF2")
    played = []
    with _open_log(log_path) as log:
        game = Game(engine, profile, seed, log)
        for one in game.rounds(rounds):
            played.append(one)
            if not as_json:
                console.print(show_round(one))
    checked = verify_log(log.path, rule_books=known_rule_books(), last=rounds)
    standing = played[-1].standing
    if as_json:
        summary = {**vars(game.books), "standing": standing, "verified": game.verified}
        shown: dict[str, object] = {
            "schema": 1,
            "profile": profile,
            "seed": seed,
            "identity": engine.identity,
        }
        records = {"log": str(log.path), "records": checked.count, "key": checked.key.hex}
        print(
            json.dumps(
                {**shown, "rounds": [one.as_dict() for one in played], **summary, **records}
            )
        )
        return
    console.print(show_summary(game.books, standing, rounds, game.verified))
    console.print(
        f"{log.path}: {checked.count} records verified from the first to the last; "
        f"check it again with 'boxcars verify {log.path}'",
        soft_wrap=True,
    )


def _open_log(path: Path | None) -> LogWriter:
    """A log of this run alone: nothing is appended to an earlier one."""
    if path is None:
        path = BUILD / "demo.log"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
    elif path.exists():
        raise UsageError(f"{path} is there already: give another name")
    return LogWriter(path)

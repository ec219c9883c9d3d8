"""`boxcars demo`: rounds at a table of eight on the virtual cabinet, verified live."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

import click
from rich.console import Console

from boxcars.build import artifacts, uf2
from boxcars.console.documents import emit, json_errors
from boxcars.console.options import JSON, SIGNER
from boxcars.console.screen import Screen
from boxcars.console.session import signer_for
from boxcars.demo.play import Game, Round
from boxcars.demo.show import show_round, show_summary
from boxcars.errors import HostError, SetupError, UsageError
from boxcars.paths import BUILD
from boxcars.record.live import LiveLog
from boxcars.record.rulebooks import known_rule_books
from boxcars.record.verify import Summary, verify_log
from boxcars.settle.session import installed_books
from boxcars.table.keeper import Keeper, expectation
from boxcars.table.rig import PortRig, Rig
from boxcars.table.virtual import VirtualTable
from shaker.app import identity
from shaker.link.messages import TECHNICIAN

_GIVEN_BACK = "the round that was open is void: what stood on the table went back to the seats"
_STILL_STAND = "wagers still stand: finish the round, or let an operator void it"


class WrongImage(HostError):
    """The board runs another program than the file."""

    exit_code = 6


@click.command("demo")
@click.option("--profile", default="rws-2013", show_default=True, help="The casino's rule book.")
@click.option("--rounds", default=4, show_default=True, type=click.IntRange(1, 10_000))
@click.option("--seed", default=1, show_default=True, type=int, help="Crowd, dice and board.")
@click.option("--port", help="Play at a real board instead; needs --log.")
@SIGNER
@click.option(
    "--image",
    "image_path",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A ready product UF2 instead of the built one; with --port: what the board must run.",
)
@click.option(
    "--log",
    "log_path",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Where the signed records go; by default .build/demo.log, written anew.",
)
@JSON
def command(
    profile: str,
    rounds: int,
    seed: int,
    port: str | None,
    key_path: Path | None,
    image_path: Path | None,
    log_path: Path | None,
    as_json: bool,
) -> None:
    """Play rounds on the shipped image in the virtual cabinet, everything verified live.

    The board starts, tests itself and makes its key. A crowd of eight plays the casino's wagers
    over the serial link; the board shakes, reads the dice from the light on its sensors, settles,
    signs, and streams the record. Each record is checked and on disk before it is acknowledged,
    and settled again here: both must agree line by line. In the end every unit is accounted for,
    with the board's meters, and the log is left behind and verified. A round takes some seconds.

    With --port a real board is played by requests alone: its dice are its own. Its records go to
    --log, which is continued if it is there. In the end the open round is void, stakes back. To
    open the table and to void the round, a locked board wants the key of a technician.

    Exit codes: 0 fine, 2 usage, 3 nothing built, 4 no device, 5 busy port, 6 another image, 7 a
    check failed, 8 locked, 70 to 81 a record does not verify (see 'boxcars verify').
    """
    console = Screen(quiet=as_json, soft_wrap=True)
    with json_errors(as_json):
        shown = _play(console, profile, rounds, seed, port, key_path, image_path, log_path)
    if as_json:
        emit("demo/2", shown)


def _play(
    console: Console,
    profile: str,
    rounds: int,
    seed: int,
    port: str | None,
    key_path: Path | None,
    image_path: Path | None,
    log_path: Path | None,
) -> dict[str, object]:
    """Play and show it; everything as plain values."""
    profiles = sorted(installed_books())
    if profile not in profiles:
        raise UsageError(f"no rule book '{profile}': there are {', '.join(profiles)}")
    path = _log_path(log_path, port)
    what = f"the board on {port}" if port else "the emulated board in its cabinet"
    many = f"{rounds} round{'s' * (rounds > 1)}"
    console.print(f"starting {what}: {profile}, {many}, seed {seed}", soft_wrap=True)
    with contextlib.ExitStack() as stack:
        log = stack.enter_context(LiveLog(path, rule_books=known_rule_books()))
        rig, program = _rig(port, image_path, seed, log)
        stack.callback(rig.close)
        rig.start()
        name = _identify(rig, program)
        console.print(f"[bold]{name}[/]")
        keeper = Keeper(rig.link, log)
        keeper.begin()
        signer = signer_for(rig.link, key_path, TECHNICIAN)
        game = Game(rig.link, keeper, profile, seed, _teller(console), signer)
        played = []
        for one in game.rounds(rounds):
            played.append(one)
            console.print(show_round(one))
        counted = game.counted()
        game.books.check_meters(counted)
        if port:
            console.print(_GIVEN_BACK if game.give_back() else _STILL_STAND)
    checked = verify_log(path, rule_books=known_rule_books(), last=played[-1].sequence)
    console.print(show_summary(game.books, played[-1].standing, rounds, game.verified, counted))
    console.print(
        f"{path}: {checked.count} records verified from the first to the last; "
        f"check it again with 'boxcars verify {path}'"
    )
    about: dict[str, object] = {"profile": profile, "seed": seed, "identity": name}
    return {**about, **_as_dict(game, played, counted, path, checked)}


def _teller(console: Console) -> Callable[[str], None]:
    return lambda line: console.print(f"  {line}", style="dim")


def _log_path(path: Path | None, port: str | None) -> Path:
    """On the virtual board a log of this run alone; that of a real board goes on."""
    if path is None:
        if port:
            raise UsageError(
                "--port needs --log: a real board's records are kept, not written over"
            )
        path = BUILD / "demo.log"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.unlink(missing_ok=True)
        except OSError as error:
            raise SetupError(f"{path}: cannot write the log: {error.strerror}") from error
    elif port is None and path.exists():
        raise UsageError(f"{path} is there already: give another name")
    return path


def _rig(
    port: str | None, image_path: Path | None, seed: int, log: LiveLog
) -> tuple[Rig, Path | None]:
    """What is played at, and the program that it is to run."""
    if port:
        return PortRig(port, expectation(log)), image_path
    if image_path:
        return VirtualTable(image_path, seed=seed), image_path
    return VirtualTable(seed=seed), artifacts.image(artifacts.PRODUCT).uf2


def _identify(rig: Rig, program: Path | None) -> str:
    """Who the board is; it measures its own program, and that is the one in the file."""
    told = rig.link.identity()
    name = f"boxcars {told.version} {told.board} sha256:{told.image.hex()}"
    if program is None:
        return name
    data = program.read_bytes()
    flashed = uf2.decode(data) if program.suffix == ".uf2" else data
    if identity.measure(flashed) != told.image.hex():
        raise WrongImage(f"the board measures another image than {program.name}: {name}")
    return f"{name}\nthe board's own measurement equals {program.name}"


def _as_dict(
    game: Game, played: list[Round], counted: dict[str, int], path: Path, checked: Summary
) -> dict[str, object]:
    return {
        "rounds": [one.as_dict() for one in played],
        **vars(game.books),
        "standing": played[-1].standing,
        "verified": game.verified,
        "meters": counted,
        "log": str(path),
        "records": checked.count,
        "key": checked.key.hex,
    }

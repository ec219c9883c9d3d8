"""`boxcars verify`: check a log of signed records offline."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from boxcars.console.documents import emit
from boxcars.console.options import JSON
from boxcars.errors import HostError
from boxcars.record.findings import FindingError, FindingKind
from boxcars.record.keys import read_key_file
from boxcars.record.rulebooks import known_rule_books
from boxcars.record.verify import Summary, verify_log
from shaker.seal.record import KIND_WORDS

_SCHEMA = "verify/1"
_BAR_BYTES = 2_000_000
_DIGEST_SIZE = 32
_OTHER_WORDS = {2: "usage", 3: "cannot read"}


def _exit_codes() -> str:
    rows = [f"  {kind.exit_code}  {kind.word}" for kind in FindingKind]
    return "\b\nExit codes: 0 all records verify, 2 usage, 3 cannot read, and\n" + "\n".join(rows)


@contextmanager
def _progress(path: Path) -> Iterator[Callable[[int, int], None] | None]:
    """A bar on stderr for a long log on a terminal, else nothing."""
    console = Console(stderr=True)
    if not console.is_terminal or not path.is_file() or path.stat().st_size < _BAR_BYTES:
        yield None
        return
    columns = (TextColumn("verifying"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("verify", total=path.stat().st_size)
        yield lambda done, _total: bar.update(task, completed=done)


def _rule_book(value: str) -> bytes:
    try:
        digest = bytes.fromhex(value)
    except ValueError:
        digest = b""
    if len(digest) != _DIGEST_SIZE:
        raise click.BadParameter(f"{value!r} is not 64 hex digits")
    return digest


def _fields(summary: Summary) -> dict[str, object]:
    return {
        "ok": True,
        "records": summary.count,
        "first": summary.sequence_first,
        "last": summary.sequence_last,
        "boots": [summary.boot_first, summary.boot_last],
        "device": summary.device.hex(),
        "key": summary.key.hex,
        "key_from_log": summary.key_from_log,
        "head": summary.head.hex(),
        "bench_records": summary.bench_count,
        "kinds": {KIND_WORDS[kind]: count for kind, count in sorted(summary.kinds.items())},
    }


def _error_fields(error: HostError) -> dict[str, object]:
    """The same keys for every error; what only a finding has is null in the others."""
    finding = error if isinstance(error, FindingError) else None
    return {
        "ok": False,
        "kind": finding.kind.word if finding else _OTHER_WORDS.get(error.exit_code, "error"),
        "code": error.exit_code,
        "record": finding and finding.index,
        "sequence": finding and finding.sequence,
        "offset": finding and finding.offset,
        "text": finding.text if finding else str(error),
    }


def _as_text(summary: Summary) -> str:
    whence = ", which the log itself introduces" if summary.key_from_log else ""
    bench = f", {summary.bench_count} of a bench image" if summary.bench_count else ""
    return (
        f"verified {summary.count} records{bench}: sequence {summary.sequence_first} to "
        f"{summary.sequence_last}, boot {summary.boot_first} to {summary.boot_last}, "
        f"device {summary.device.hex()}, key {summary.key.hex}{whence}"
    )


@click.command("verify", epilog=_exit_codes())
@click.argument("log", type=click.Path(path_type=Path))
@click.option("--key", "key_file", type=click.Path(path_type=Path), help="Public key: PEM or hex.")
@click.option(
    "--first",
    type=click.IntRange(min=0),
    default=0,
    help="Sequence that a part of a log begins with at the latest; else 0. Needs --key.",
)
@click.option("--last", type=click.IntRange(min=0), help="Sequence that the log must reach.")
@click.option(
    "--rule-book",
    "more_rule_books",
    multiple=True,
    metavar="DIGEST",
    help="Another rule book to accept, as 64 hex digits; the built ones are known.",
)
@JSON
def command(
    log: Path,
    key_file: Path | None,
    first: int,
    last: int | None,
    more_rule_books: tuple[str, ...],
    as_json: bool,
) -> None:
    """Verify every record of LOG offline: signatures, chain, boots, rule books.

    Without --key the key is the one that the log's genesis record introduces: compare it with the
    one that the board's maker published.
    """
    rule_books = {*known_rule_books(), *(_rule_book(value) for value in more_rule_books)}
    try:
        key = read_key_file(key_file) if key_file else None
        with _progress(log) as progress:
            summary = verify_log(
                log, key, rule_books=rule_books, first=first, last=last, progress=progress
            )
    except HostError as error:
        if as_json:
            emit(_SCHEMA, _error_fields(error))
        raise
    if as_json:
        emit(_SCHEMA, _fields(summary))
    else:
        click.echo(_as_text(summary))
    sys.stdout.flush()

"""A group whose commands are imported when they are called for: some take seconds to import.

It ends as every command does: one line on stderr and an exit code, whatever was wrong with the
words, and quietly when whoever read the output has gone.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import click

from boxcars.console.documents import emit_error

INTERRUPTED = 130  # as a shell says of a program that Ctrl-C has ended
READER_GONE = 141  # and of one that wrote into a pipe which nobody reads any more
_NOT_CONFIRMED = 1


class LazyGroup(click.Group):
    """Command NAME is `command` of the module NAME in `commands_of`."""

    def __init__(
        self, *args: Any, commands_of: str, summaries: Mapping[str, str], **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self._package = commands_of
        self._summaries = summaries

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """As click's, but an error is one line, and an object as well with `--json`."""
        words = list(sys.argv[1:] if args is None else args)
        if not standalone_mode:
            return super().main(words, prog_name, complete_var, standalone_mode=False, **extra)
        try:
            code = super().main(words, prog_name, complete_var, standalone_mode=False, **extra)
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            sys.exit(error.exit_code)
        except click.ClickException as error:
            _end(_in_one_line(error), error.exit_code, words)
        except click.Abort as error:
            if isinstance(error.__cause__ or error.__context__, KeyboardInterrupt):
                _end("interrupted", INTERRUPTED, words)
            _end("not confirmed: nothing was done", _NOT_CONFIRMED, words)
        sys.exit(code if isinstance(code, int) else 0)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            value = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(READER_GONE)
        return value

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(self._summaries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._summaries:
            return None
        found = importlib.import_module(f"{self._package}.{cmd_name}").command
        assert isinstance(found, click.Command)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if not name.startswith("-") and name not in self._summaries:
            near = [known for known in self.list_commands(ctx) if known.startswith(name[:2])]
            hint = f": did you mean {' or '.join(near)}?" if near else ""
            ctx.fail(f"no command '{name}'{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, self._summaries[name]) for name in self.list_commands(ctx)])


def _in_one_line(error: click.ClickException) -> str:
    """What is wrong, and where the right words stand."""
    text = " ".join(error.format_message().split()).rstrip(".")
    context = getattr(error, "ctx", None)
    return f"{text}; see '{context.command_path} --help'" if context else text


def _end(text: str, code: int, words: list[str]) -> None:
    if "--json" in words:
        emit_error(text, code)
    print(f"boxcars: {text}", file=sys.stderr, flush=True)
    sys.exit(code)

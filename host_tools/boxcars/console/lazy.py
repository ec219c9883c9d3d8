"""A group whose commands are imported when they are called for: some take seconds to import."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import click


class LazyGroup(click.Group):
    """Command NAME is `command` of the module NAME in `commands_of`."""

    def __init__(
        self, *args: Any, commands_of: str, summaries: Mapping[str, str], **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self._package = commands_of
        self._summaries = summaries

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

"""`boxcars completion`: words for the shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

SHELLS = ("bash", "fish", "zsh")


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> None:
    """Print what teaches SHELL to complete commands, options and ports.

    \b
    bash  eval "$(boxcars completion bash)"           in ~/.bashrc
    zsh   eval "$(boxcars completion zsh)"            in ~/.zshrc
    fish  boxcars completion fish > ~/.config/fish/completions/boxcars.fish
    """
    found = get_completion_class(shell)
    assert found is not None
    root = click.get_current_context().find_root().command
    click.echo(found(root, {}, "boxcars", "_BOXCARS_COMPLETE").source())

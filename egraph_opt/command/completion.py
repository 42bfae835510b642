"""Command `egraph-opt completion`: script for shell completion, and completers of option values."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem, get_completion_class

Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]
SHELLS = {
    "bash": 'eval "$(egraph-opt completion bash)", in ~/.bashrc',
    "zsh": 'eval "$(egraph-opt completion zsh)", in ~/.zshrc, after compinit',
    "fish": "egraph-opt completion fish | source, in ~/.config/fish/config.fish",
}


@click.command(epilog="\b\nWhere to put it:\n" + "\n".join(f"  {shell:5} {where}" for shell, where in SHELLS.items()))
@click.argument("shell", type=click.Choice(list(SHELLS)))
def completion(shell: str) -> None:
    """Print the script with which SHELL completes commands, options and values of `egraph-opt`."""
    main = click.get_current_context().find_root().command
    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(main, {}, "egraph-opt", "_EGRAPH_OPT_COMPLETE").source())


def names(known: Callable[[], Iterable[str]]) -> Completer:
    """Return a completer for the last name of a comma-separated list. `known` returns the possible names."""

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        before, comma, last = incomplete.rpartition(",")
        return [CompletionItem(f"{before}{comma}{name}") for name in known() if name.startswith(last)]

    return complete


def rulesets() -> list[str]:
    from egraph_opt.core.family import families

    return [book for family in families().values() for book in (family.name, *family.books)]


def models() -> list[str]:
    from egraph_opt.core.family import families

    return list(dict.fromkeys(name for family in families().values() for name in family.cost_models()))


def rules() -> list[str]:
    from egraph_opt.rules import every_rule

    try:
        return list(every_rule())
    except ImportError:  # some rules need the solver
        return []

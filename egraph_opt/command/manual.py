"""Manual pages, generated from the command-line parser: `python -m egraph_opt.command.manual FOLDER` writes one page for each command."""

from __future__ import annotations

import sys
from pathlib import Path

import click

import egraph_opt
from egraph_opt.command import cli


def pages() -> dict[str, str]:
    """Return the text of every manual page, by file name."""
    from click_man.core import generate_man_page

    commands = cli.parsers()
    for name, command in commands.items():
        command.short_help = cli.COMMANDS[name]
    whole = click.Group("egraph-opt", commands, help=cli.main.help, short_help=cli.main.help, epilog=cli.main.epilog)
    top = click.Context(whole, info_name="egraph-opt")
    contexts = [top, *(click.Context(command, info_name=name, parent=top) for name, command in commands.items())]
    version = egraph_opt.__version__
    return {
        f"{context.command_path.replace(' ', '-')}.1": generate_man_page(context, version, version) + _exit(context.command)
        for context in contexts
    }


def _exit(command: click.Command) -> str:
    """Return the last section of a manual page: exit codes, or how to install a completion."""
    title, _, text = (command.epilog or "").removeprefix("\b\n").partition(":\n")
    return f"\n.SH {title.upper()}\n.nf\n{text.replace(chr(92), chr(92) * 2)}\n.fi\n" if text else ""


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, page in pages().items():
        (folder / name).write_text(page)

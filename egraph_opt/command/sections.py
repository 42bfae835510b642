"""Help of commands with many options: common options with `--help`, and all options in sections with `--help-all`."""

from __future__ import annotations

from textwrap import fill
from typing import Any

import click

HELP_ALL = "--help-all"
MANY_FILES = "Many files"
RECORDS = "Records of a run"


class SectionedOption(click.Option):
    """Option that `--help-all` describes in a section, and `--help` only names."""

    def __init__(self, *names: Any, section: str = "", **more: Any) -> None:
        super().__init__(*names, **more)
        self.section = section


class SectionedCommand(click.Command):
    """Command with many options: `--help` describes the common options and lists the others, `--help-all` describes all."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the parameters, with `--help-all` after the common options."""
        params = super().get_params(ctx)
        return [*params, help_all] if any(_section(each) for each in params) else params

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        sections: dict[str, list[tuple[click.Option, tuple[str, str]]]] = {"": []}
        for option in self.get_params(ctx):
            if isinstance(option, click.Option) and (record := option.get_help_record(ctx)):
                section = _section(option)
                text = record[1].removeprefix(f"{section}: ")
                sections.setdefault(section, []).append((option, (record[0], text)))
        common = sections.pop("")
        sections = dict(sorted(sections.items(), key=lambda each: each[0].startswith("With ")))  # sections of all rulesets first
        with formatter.section("Options"):
            formatter.write_dl([record for _, record in common])
        if ctx.meta.get(HELP_ALL) or not sections:
            for section, options in sections.items():
                with formatter.section(section):
                    formatter.write_dl([record for _, record in options])
        else:
            with formatter.section(f"More options, which {HELP_ALL} describes"):
                first = " " * formatter.current_indent
                for section, options in sections.items():
                    names = f"{section}: {', '.join(max(option.opts, key=len) for option, _ in options)}"
                    lines = fill(
                        names, formatter.width, initial_indent=first, subsequent_indent=f"{first}    ", break_on_hyphens=False
                    )
                    formatter.write(f"{lines}\n")

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if ctx.meta.get(HELP_ALL) or help_all not in self.get_params(ctx):
            super().format_epilog(ctx, formatter)


def _show_all(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        context.meta[HELP_ALL] = True
        click.echo(context.get_help(), color=context.color)
        context.exit()


def _section(option: click.Parameter) -> str:
    return option.section if isinstance(option, SectionedOption) else ""


help_all = click.Option(
    [HELP_ALL], is_flag=True, is_eager=True, expose_value=False, callback=_show_all, help="Show all options and the exit codes."
)

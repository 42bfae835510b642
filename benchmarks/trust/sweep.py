"""Common parts of this folder's sweeps: one function's defaults give the numbers of a table, and its command follows.

    python -m benchmarks.trust.f2 --write         # the sweep of the table
    python -m benchmarks.trust.f2 --cases 400     # another one
    python -m benchmarks.trust.rest.seeds FOLDER  # a parameter without a default is an argument

`pytest -m slow tests/trust --write-tables` runs all of them, and `pytest tests/trust` a part of each.
"""

from __future__ import annotations

import argparse
import inspect
import platform
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.paths import RESULTS
from benchmarks.runs import exchange_run, origin, write_table


@dataclass(frozen=True, slots=True)
class Found:
    """Result of a sweep."""

    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    wrong: Sequence[str]
    """A line for each case that should have come out otherwise."""
    note: str = ""
    """Text of the table's head besides date and versions."""

    @property
    def lines(self) -> list[str]:
        """The table without its head."""
        return ["\t".join(map(str, row)) for row in (self.columns, *self.rows)]

    @property
    def named(self) -> list[dict[str, str]]:
        """The rows by column."""
        return named(self.lines)


@dataclass(frozen=True, slots=True)
class Sweep:
    """A sweep: `run` has a parameter with a default for each number that may be another one; `packages` are those it depends on.

    Sweeps whose names begin alike, as `fuzz.layout` and `fuzz.region`, are runs of one table.
    """

    name: str
    run: Callable[..., Found]
    packages: tuple[str, ...] = ()

    @property
    def table(self) -> Path:
        """The file of the table."""
        return RESULTS / f"{self.name.partition('.')[0]}.tsv"

    @property
    def known(self) -> list[str]:
        """The table as it was last written, without its head and other runs."""
        lines = [line for line in self.table.read_text().splitlines() if not line.startswith("# ")]
        run = self.name.partition(".")[2]
        if not run:
            return lines
        return [rest for first, _, rest in (line.partition("\t") for line in lines) if first in ("run", run)]

    def write(self, found: Found) -> None:
        """Write the table."""
        python = f"Python {platform.python_version()}"
        head, run = (
            origin("egraph-opt", *self.packages, note="; ".join(filter(None, (python, found.note)))),
            self.name.partition(".")[2],
        )
        if run:
            exchange_run(self.table, run, [head], found.columns, found.rows)
        else:
            write_table(self.table, [head], found.columns, found.rows)


def named(lines: Sequence[str]) -> list[dict[str, str]]:
    """The rows of a table by column."""
    columns, *rows = (line.split("\t") for line in lines)
    return [dict(zip(columns, row, strict=True)) for row in rows]


def command(*sweeps: Sweep) -> int:
    """Run a sweep, with other numbers where the command line says so; 1 if something is wrong."""
    parser = argparse.ArgumentParser(
        description=sys.modules["__main__"].__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parsers = [parser]
    if len(sweeps) > 1:
        choice = parser.add_subparsers(dest="name", required=True, metavar="|".join(sweep.name for sweep in sweeps))
        parsers = [choice.add_parser(sweep.name) for sweep in sweeps]
    for own, sweep in zip(parsers, sweeps, strict=True):
        own.set_defaults(sweep=sweep)
        own.add_argument("--write", action="store_true", help=f"write benchmarks/results/{sweep.table.name}")
        for name, parameter in inspect.signature(sweep.run).parameters.items():
            flag, default = f"--{name.replace('_', '-')}", parameter.default
            if default is parameter.empty:
                own.add_argument(name, type=Path)
            elif isinstance(default, bool):
                own.add_argument(flag, action=argparse.BooleanOptionalAction, default=default)
            elif isinstance(default, tuple):
                own.add_argument(flag, nargs="*", default=default, help=f"default: {' '.join(default)}")
            else:
                own.add_argument(flag, type=type(default), default=default, help=f"default: {default}")
    chosen = vars(parser.parse_args())
    sweep, write = chosen.pop("sweep"), chosen.pop("write")
    chosen.pop("name", None)
    found = sweep.run(**chosen)
    print(*found.lines, *found.wrong, sep="\n")
    if write:
        sweep.write(found)
    return int(bool(found.wrong))

"""Text tables of a given width. If a row does not fit even with a wrapped last column, its cells are printed below each other."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from io import StringIO
from textwrap import wrap
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

WIDTH = 80
"""Width of output that is not a terminal, in columns."""
UNBOUNDED_COLUMNS = 100_000
"""Width, in columns, at which a table never wraps."""
MIN_LAST_COLUMN = 28
_width: ContextVar[int | None] = ContextVar("width", default=None)


@contextmanager
def unbounded_width() -> Iterator[None]:
    """Disable wrapping of tables within a `with` statement."""
    token = _width.set(UNBOUNDED_COLUMNS)
    try:
        yield
    finally:
        _width.reset(token)


def print_table(headings: Sequence[str], rows: Iterable[Sequence[str]], words: int = 1) -> None:
    """Print a table, at most as wide as the terminal, whose first `words` columns are left-aligned."""
    from rich.console import Console

    styles: Literal["auto"] | None = None if os.environ.get("NO_COLOR") else "auto"
    width = _width.get() or (None if sys.stdout.isatty() else WIDTH)
    _show(Console(width=width, color_system=styles), headings, list(rows), words)


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], words: int = UNBOUNDED_COLUMNS) -> str:
    from rich.console import Console

    into = StringIO()
    _show(Console(file=into, width=_width.get() or WIDTH), headings, list(rows), words)
    return "\n".join(line.rstrip() for line in into.getvalue().splitlines())


def wrap_line(line: str) -> str:
    """Wrap a line at the terminal's width, or at 80 columns without a terminal."""
    width = _width.get() or (shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDTH)
    if len(line) <= width:
        return line
    indent = " " * (len(line) - len(line.lstrip()))
    lines = wrap(
        line.strip(),
        width,
        initial_indent=indent,
        subsequent_indent=f"{indent}  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(lines)


def split_facts(text: str) -> str:
    """Split a text that is longer than `WIDTH` at its semicolons, one item per line."""
    if len(text) <= WIDTH or _width.get():
        return text
    first, *others = text.split("; ")
    return "\n".join((first, *(f"  {other}" for other in others)))


def _show(console: Console, headings: Sequence[str], rows: Sequence[Sequence[str]], words: int) -> None:
    from rich.cells import cell_len
    from rich.measure import Measurement

    plain = _table(headings, rows, words)
    whole = Measurement.get(console, console.options.update(width=UNBOUNDED_COLUMNS, max_width=UNBOUNDED_COLUMNS), plain).maximum
    last = max(cell_len(row[-1]) for row in [headings, *rows])
    if whole <= console.width:
        console.print(plain)
    elif last >= MIN_LAST_COLUMN and whole - last + MIN_LAST_COLUMN <= console.width:
        console.print(_table(headings, rows, words, folded=True))
    else:
        for line in _blocks(headings, rows, console.width):
            console.print(line, highlight=False, markup=False, soft_wrap=True, style="bold" if line == headings[0] else "")


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]], words: int, folded: bool = False) -> Table:
    from rich.table import Table
    from rich.text import Text

    made = Table(box=None, header_style="bold", pad_edge=False)
    for number, heading in enumerate(headings):
        folds = folded and number == len(headings) - 1
        made.add_column(heading, justify="left" if number < words or folds else "right", overflow="fold", no_wrap=not folds)
    for row in rows:
        made.add_row(*map(Text, row))  # brackets in names are not markup
    return made


def _blocks(headings: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Yield the lines of a table in which each non-empty cell has its own line with the heading."""
    if ":" in headings[0]:  # it says more than what the rows are
        yield headings[0]
    space = max(map(len, headings[1:]))
    before = ""
    for row in rows:
        if row[0] != before:
            yield row[0]
        before = row[0]
        for heading, cell in zip(headings[1:], row[1:], strict=True):
            indent = f"{' ' * (len(row[0]) - len(row[0].lstrip()))}  {heading.ljust(space)}  "
            if cell:
                yield from wrap(
                    cell, max(width, len(indent) + MIN_LAST_COLUMN), initial_indent=indent, subsequent_indent=" " * len(indent),
                    break_long_words=False, break_on_hyphens=False,
                )  # fmt: skip

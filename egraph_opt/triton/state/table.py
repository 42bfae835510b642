"""Tables as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import StringIO

WIDTH = 200
"""Columns of characters."""


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table with folded cells."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    made = Table(box=None, pad_edge=False)
    for heading in headings:
        made.add_column(heading, overflow="fold")
    for row in rows:
        made.add_row(*map(Text, row))  # names may have brackets, which are no markup
    into = StringIO()
    Console(file=into, width=WIDTH).print(made)
    return "\n".join(line.rstrip() for line in into.getvalue().splitlines())

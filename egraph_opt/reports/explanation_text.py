"""Explanations of a program's changes, printed as by `egraph-opt explain`."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

from egraph_opt.core.options import Options
from egraph_opt.core.result import count_noun


class Explanations(list[Any]):
    """Explanations of a program's changes, one per function; their text is computed when it is printed.

    Args:
        found: the explanations.
        source: the program.
        filename: file name of the program.
        options: options of the rule family.
    """

    def __init__(self, found: Iterable[Any], source: str, filename: str, options: Options) -> None:
        super().__init__(found)
        self.source, self.filename, self.options = source, filename, options

    def __repr__(self) -> str:
        each = (f"@{one.record.name}: {count_noun(len(one.choices), 'choice')}" for one in self)
        return f"<Explanations {', '.join(each)}>"

    def __str__(self) -> str:
        from egraph_opt.reports.report_builder import ReportScope, build
        from egraph_opt.reports.text_report import show

        into = StringIO()
        with redirect_stdout(into):
            show(build(self.source, self.filename, self.options, ReportScope(machine=False, others=False)))
        return "\n".join(line.rstrip() for line in into.getvalue().splitlines())

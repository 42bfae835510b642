"""Reports and pages for the tests, each made once."""

from __future__ import annotations

from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from egraph_opt.core.family import choose_options
from egraph_opt.reports.report_builder import ReportScope, build
from egraph_opt.reports.report_data import Report
from tests.command.outcomes import FILES
from tests.support.kernels import ROOT

KERNELS = ROOT / "benchmarks/corpus/kernels"
SMALL = KERNELS / "gems.sum_dim_kernel_inner/rlc3.before.ttgir"
MIDDLE = KERNELS / "fla.chunk_gla_fwd_kernel_o/rlc3.before.ttgir"
LARGEST = KERNELS / "fla.chunk_kda_fwd_kernel_inter_solve_fused/rlc1.before.ttgir"
OTHERS: dict[str, tuple[Path, dict[str, Any]]] = {
    "pointer": (FILES["pointer"], {"target": "tts"}),
    "region": (FILES["region"], {}),
    "vector-layout": (FILES["vector"], {}),
}
VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())


@cache
def report(path: Path, alternatives: int = 3, machine: bool = False, others: bool = False) -> Report:
    """The report on a file of TTGIR."""
    return build(path.read_text(), path.name, choose_options("layout", {}), ReportScope(alternatives, machine, others))


@cache
def other(family: str) -> Report:
    """The report on a program of another family."""
    path, options = OTHERS[family]
    return build(path.read_text(), path.name, choose_options(family, options))


class Page(HTMLParser):
    """A page, taken apart: its elements must be closed in their order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, (tag, self.open[-3:], self.getpos())
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts.setdefault(self.open[-1], []).append(data)

    def all(self, attribute: str) -> list[str]:
        """The values of an attribute, in the order of the elements."""
        return [value or "" for _, attributes in self.elements for name, value in attributes.items() if name == attribute]

    def of(self, name: str) -> list[dict[str, str | None]]:
        """The attributes of the elements of a name or a class."""
        return [a for tag, a in self.elements if tag == name or name in (a.get("class") or "").split()]

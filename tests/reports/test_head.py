"""The head of a page, and what stands where: what happened and why comes first, options last."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest

from egraph_opt.core.family import choose_options
from egraph_opt.reports.number_format import scores
from egraph_opt.reports.page import format_code_spans, library, render
from egraph_opt.reports.report_builder import ReportScope, build
from egraph_opt.reports.report_data import CarriedValue, LoopRecord, MachineCounts, Report, Ruling, SourceLine
from egraph_opt.reports.text_report import describe_loop, report_lines, saving_of_value
from tests.reports.pages import MIDDLE, SMALL, Page, report
from tests.support.kernels import ROOT

CASES = ROOT / "tests/cases/layout"
WHILE = "Converted in the loop at line 10: 8,192 -> 0 elements per iteration; it carries %x in #B instead of #A"


def of_case(name: str) -> Report:
    path = CASES / name
    return build(path.read_text(), path.name, choose_options("layout", {}), ReportScope(0, False, False))


def head_of(found: Report) -> list[str]:
    text = render(found)
    Page(text)
    parts = re.findall(r"<(?:p|h1)[^>]*>.*?</(?:p|h1)>", text.partition("</header>")[0], re.S)
    return [unescape(re.sub("<[^>]+>", "", each)) for each in parts]


@pytest.mark.parametrize(
    ("name", "said"),
    [("while_carries_other_layout.mlir", WHILE), ("for_result.mlir", "The loop at line 11 carries %acc in #B instead of #A")],
)
def test_loops_that_carry_or_convert_other_than_before_are_said(name: str, said: str) -> None:
    found = of_case(name)
    assert [describe_loop(loop) for loop in found.parts.loops] == [said]
    assert f"  {said}" in list(report_lines(found))
    assert head_of(found)[-1] == f"{said.replace('->', '→')}."


def test_a_loop_in_words() -> None:
    assert describe_loop(LoopRecord("k", 51, 4096, 64)) == "Converted in the loop at line 51: 4,096 -> 64 elements per iteration"
    both = [CarriedValue("%a", "#A", "#B"), CarriedValue("%b", "#B", "#C")]
    assert (
        describe_loop(LoopRecord("k", 7, 0, 0, both))
        == "The loop at line 7 carries %a in #B instead of #A, %b in #C instead of #B"
    )


def test_loops_as_before_are_not_said() -> None:
    assert report(SMALL).parts.loops == []
    assert all(loop.carried or loop.before != loop.after for loop in report(MIDDLE).parts.loops)


def test_a_ruling_says_the_change_once() -> None:
    found = report(MIDDLE)
    change = found.parts.change
    ruled = replace(found, ruling=Ruling("changed", change, "10 to 9 cycles of an instance"))
    assert " ".join(head_of(ruled)).count(change) == 1
    kept = replace(found, ruling=Ruling("kept", "it takes longer."))
    said = ["The plug-in keeps Triton's program: it takes longer.", f"Our best program, which is not used: {change}."]
    assert head_of(kept)[2:4] == said
    assert head_of(found)[2] == f"Different in the result: {change}."


def test_options_are_at_the_foot() -> None:
    found = replace(report(MIDDLE), options={"work_limit": "7"})
    assert head_of(found)[0] == MIDDLE.name and "work_limit" not in " ".join(head_of(found))
    assert "work_limit=7" in render(found).partition("<footer>")[2]


def test_values_that_save_most_come_first() -> None:
    found = report(MIDDLE)
    shown = [found.parts.values[int(a["data-value"] or 0)] for a in Page(render(found)).of("button") if "data-value" in a]
    prices = [saving_of_value(value) for value in shown]
    assert prices == sorted(prices, reverse=True) and prices[0] > 0 == prices[-1]
    table = render(found).partition('<table class="values">')[2].partition("</table>")[0]
    assert "not priced" in table and "–" not in table


def test_both_columns_have_the_titles_of_their_programs() -> None:
    found = report(MIDDLE)
    sides = [replace(found.parts.sides[0], title="Triton's program"), *found.parts.sides[1:]]
    page = Page(render(replace(found, parts=replace(found.parts, sides=sides))))
    assert [t for t in page.texts["div"] if t.strip()][:2] == ["Triton's program", "Result"]
    assert "Triton's program beside Result" in page.all("aria-label")


def test_what_stands_between_backticks_is_code() -> None:
    assert (
        format_code_spans("`a < b` is `<i>`, and ` is alone") == "<code>a &lt; b</code> is <code>&lt;i&gt;</code>, and ` is alone"
    )
    text = render(report(MIDDLE))
    assert "`" not in text.partition('<section id="proof"')[2].partition("</section>")[0]


@pytest.mark.parametrize(("at_once", "better"), [((2, 2), "equal"), ((2, 3), "worse"), ((None, None), "worse")])
def test_registers_count_through_the_instances_that_run_at_once(at_once: tuple[int | None, int | None], better: str) -> None:
    found = report(MIDDLE)
    codes = [
        MachineCounts(side, {"registers": count, "shared_bytes": 16, "shuffles": count}, {"issue": 1.0}, many)
        for side, count, many in zip(("input", "result"), (160, 168), at_once, strict=True)
    ]
    shown = replace(found, parts=replace(found.parts, machine=codes))
    rows = {row.name: row.better for row in scores(shown)[1]}
    assert (rows["registers"], rows["shuffles"], rows["bytes of shared memory"]) == (better, "worse", "")
    cell = re.search(r'registers</th><td>160</td><td class="(\w+)"[^>]*>168(.*?)</td>', render(shown))
    assert cell and cell[1] == better and ("worse" in cell[2]) == (better == "worse")


@pytest.mark.parametrize(
    ("place", "whose"),
    [
        ("/usr/lib/python3/site-packages/triton/language/standard.py:50", "Triton's library"),
        ("/home/me/src/triton/python/triton/language/core.py:7", "Triton's library"),
        ("/home/me/triton/mm.py:19", ""),
        ("mm.py:19", ""),
    ],
)
def test_source_lines_say_what_is_tritons(place: str, whose: str) -> None:
    assert library(place) == whose
    found = report(MIDDLE)
    lines = [SourceLine(place, {"input": 2.0, "result": 1.0}, {"input": 1, "result": 0})]
    text = render(replace(found, parts=replace(found.parts, sources=lines)))
    row = text.partition('<table class="sources">')[2].partition("<tbody>")[2].partition("</th>")[0]
    assert f'title="{place}"' in row and ("Triton" in unescape(row.partition("</span><span")[2].partition("</span>")[2])) == bool(
        whose
    )

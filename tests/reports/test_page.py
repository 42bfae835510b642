"""The page of a report: one file that loads nothing, well formed, with all that its data has."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from egraph_opt.reports.line_view import Heat
from egraph_opt.reports.page import SOURCES, embed_json, render
from egraph_opt.reports.report_data import SourceLine
from egraph_opt.reports.text_report import report_lines
from egraph_opt.text.difference.line_diff import rows, words
from tests.command.outcomes import FILES
from tests.reports.pages import LARGEST, MIDDLE, SMALL, Page, other, report

MEGABYTES_3 = 3_000_000


PAGES = (SMALL, FILES["layout"], MIDDLE)
"""A small kernel, one that changes, and a larger one."""


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_a_page_is_whole_and_stands_alone(path: Path) -> None:
    found = report(path)
    text = render(found)
    page = Page(text)
    assert not re.search(r"(?:src|href|action)=[\"'](?!#)|https?://(?!www\.w3\.org/2000/svg)|@import|url\(", text)
    assert page.of("meta")[2]["content"] == "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
    ids = page.all("id")
    assert len(ids) == len(set(ids))
    places = {line for each in found.parts.sides for line in range(1, len(each.lines) + 1)}
    targets = {target[1:] for target in page.all("href")}
    assert {t for t in targets if not t.startswith("L-")} <= set(ids)
    assert all(int(t.rpartition("-")[2]) in places for t in targets if t.startswith("L-"))
    assert set(page.all("aria-labelledby")) <= set(ids) and all(unescape(label) for label in page.all("aria-label"))
    assert [tag for tag, _ in page.elements].count("h1") == 1 and "lang" in page.of("html")[0]


def test_scripts_and_styles_are_on_the_page_as_they_are() -> None:
    text = render(report(SMALL))
    for name in ("drawings.js", "page.js", "page.css"):
        assert (SOURCES / name).read_text() in text, name


def test_a_page_shows_every_line_of_both_programs() -> None:
    found = report(MIDDLE)
    page = Page(render(found))
    cells = [(a["data-side"], int(a["data-line"] or 0)) for a in page.of("code") if a.get("data-line")]
    first, second = found.parts.sides
    kept = {row.right for row in found.parts.diffs[0].rows if row.kind == "same"}
    assert sorted(n for side, n in cells if side == "input") == list(range(1, len(first.lines) + 1))
    assert sorted(n for side, n in cells if side == "result") == sorted(set(range(1, len(second.lines) + 1)) - kept)
    assert any("ttg.convert_layout" in text for text in page.texts["code"])


def test_a_page_has_a_button_for_each_value_that_changed_and_data_for_all() -> None:
    found = report(MIDDLE)
    page = Page(render(found))
    changed = [str(n) for n, value in enumerate(found.parts.values) if value.state == "changed"]
    assert sorted([a["data-value"] or "" for a in page.of("button") if "data-value" in a], key=int) == changed
    data = json.loads("".join(page.texts["script"][:1]))
    assert [value[0] for value in data["values"]] == [value.name for value in found.parts.values]
    assert [layout[0] for layout in data["layouts"]] == [layout.name for layout in found.parts.layouts]
    assert all(0 <= way[0] < len(data["layouts"]) for value in data["values"] for way in value[8])
    for layout, shape, *bases in data["drawings"]:
        size = 1
        for extent in shape:
            size *= extent
        assert 0 <= layout < len(data["layouts"]) and all(0 <= basis < size for part in bases for basis in part)


def test_machine_code_is_on_the_page_where_triton_is_installed() -> None:
    pytest.importorskip("triton")
    found = report(FILES["layout"], machine=True, others=True)
    page = Page(render(found))
    assert [machine.side for machine in found.parts.machine] == ["input", "result", "triton"]
    assert all(machine.counts["registers"] > 0 for machine in found.parts.machine)
    assert len(page.of("bar")) == 3 and "registers" in page.texts["th"] and "Triton's pass" in page.texts["th"]


def test_without_triton_the_page_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("egraph_opt.baseline.libtriton.available", lambda: False)
    found = report.__wrapped__(FILES["layout"], 0, True, True)
    text = render(found)
    Page(text)
    assert not found.parts.machine and [side.name for side in found.parts.sides] == ["input", "result"]
    assert "Triton is not installed" in text and 'id="machine"' not in text


@pytest.mark.parametrize("family", ["pointer", "region", "vector-layout"])
def test_other_families_have_pages(family: str) -> None:
    if family != "pointer":
        pytest.importorskip("iree.compiler")
    found = other(family)
    page = Page(render(found))
    sections = {a["id"] for a in page.of("section")}
    assert sections == {"overview", "program", "proof", *(["accesses"] if family == "pointer" else [])}
    assert found.parts.missing[0] in "".join(page.texts["p"])


def test_what_a_program_says_is_text_on_the_page() -> None:
    """A comment, a name and an attribute that would be elements if they were not escaped."""
    text = FILES["layout"].read_text()
    evil = f"// </script><script>alert(1)</script>\n{text}"
    found = report(FILES["layout"])
    side = replace(found.parts.sides[0], lines=evil.splitlines())
    parts = replace(found.parts, sides=[side, found.parts.sides[1]], diffs=[], missing=["<b>not bold</b>"])
    page = Page(render(replace(found, parts=parts, file="<i>.mlir", remarks=["</p><h1>"])))
    names = [tag for tag, _ in page.elements]
    assert names.count("script") == 2 and names.count("h1") == 1 and "i" not in names
    assert json.loads(embed_json({"a": "</script><!--\u2028"})) == {"a": "</script><!--\u2028"}
    assert not set("<>&\u2028") & set(embed_json("</script>&\u2028<!--"))


@pytest.mark.slow
def test_the_page_of_the_largest_kernel_is_small_enough() -> None:
    """With all that grows with the kernel; machine code and prices of alternatives add some kilobytes."""
    found = report(LARGEST, alternatives=0, others=True)
    text = render(found)
    Page(text)
    assert len(text.encode()) < MEGABYTES_3


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_lines_are_aligned_in_order(path: Path) -> None:
    after = report(path).parts.sides[1].lines
    before = path.read_text().splitlines()
    found = rows(before, after)
    assert [row.left for row in found if row.left] == list(range(1, len(before) + 1))
    assert [row.right for row in found if row.right] == list(range(1, len(after) + 1))
    assert all((before[row.left - 1] == after[row.right - 1]) for row in found if row.kind == "same")
    for row in found:
        if row.kind == "changed":
            pieces = words(before[row.left - 1], after[row.right - 1])
            assert ["".join(text for text, _ in side) for side in pieces] == [before[row.left - 1], after[row.right - 1]]


def test_programs_that_are_equal_have_equal_strips() -> None:
    """Aliases and source lines around a program are no part of its strip: one compiler prints them, and another does not."""
    found = report(MIDDLE)
    input_ = found.parts.sides[0]
    shorter = [line for line in input_.lines if not line.startswith("#")]
    gone = next(number for number, line in enumerate(input_.lines) if not line.startswith("#"))
    ops = [replace(op, line=op.line - gone) for op in input_.operations]
    other = replace(input_, name="triton", lines=shorter, operations=ops)
    heat = Heat(replace(found, parts=replace(found.parts, sides=[input_, other])))
    one, two = heat.strip(input_), heat.strip(other)
    assert gone and one["lines"] == two["lines"] and [m["at"] for m in one["marks"]] == [m["at"] for m in two["marks"]]


def test_a_side_without_source_lines_has_no_column_for_them() -> None:
    found = report(MIDDLE)
    first, second = found.parts.sides[:2]
    sides = [first, second, replace(first, name="triton", title="Triton's pass")]
    line = SourceLine("k.py:3", {"input": 2.0, "result": 1.0}, {"input": 1, "result": 0})
    text = render(replace(found, parts=replace(found.parts, sides=sides, sources=[line])))
    table = text.partition('<table class="sources">')[2].partition("</table>")[0]
    assert table.count('<th scope="col">conversions') == 2 and "Triton" not in table
    assert "Triton&#39;s pass has no column" in text and text.index('id="sources"') < text.index('id="values"')


def test_a_function_that_stays_says_that_nothing_is_to_gain() -> None:
    text = render(report(SMALL))
    assert "nothing to gain: no equal program in the search space costs less" in text
    assert not any("stays as it is" in part for part in report_lines(report(MIDDLE)) if isinstance(part, str))

"""Display of a result in a notebook: a table whose columns have their own names, the lines that changed, a plot."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from html import unescape

import pytest

from egraph_opt import OptionError, optimize
from egraph_opt.core.result import Result
from tests.command.outcomes import FILES
from tests.reports.pages import Page
from tests.support.kernels import ROOT


def shown(result: Result) -> str:
    return result._repr_mimebundle_()["text/html"]


def headings(page: str) -> list[str]:
    return [unescape(name) for name in re.findall(r"<th scope=.col.>(.*?)</th>", page.partition("</table>")[0])]


def test_a_table_has_no_name_twice() -> None:
    result = optimize(FILES["layout"])
    page = shown(result)
    Page(page)
    names = headings(page)
    assert names == [
        "function", "conversions before", "conversions after", "cycles before", "cycles after", "claim", "stopped by",
    ]  # fmt: skip
    row = re.findall(r"<td>(.*?)</td>", page.partition("</table>")[0])
    (function,) = result.functions
    assert row[:3] == ["k", str(function.converts_before), str(function.converts_after)] and row[5] == "optimal"


def test_the_lines_that_changed_are_shown_and_others_are_not() -> None:
    result = optimize(FILES["layout"])
    page = unescape(re.sub(r"</?mark.*?>", "", shown(result).partition("the new program")[0]))
    before, after = result.source.splitlines(), result.ir.splitlines()
    assert result.source == FILES["layout"].read_text()
    assert all(line.strip() in page for line in set(before) ^ set(after))
    assert "module attributes" not in page


def test_what_a_program_says_is_text() -> None:
    result = replace(optimize(FILES["layout"]), source="<script>alert(1)</script>", ir="<b>")
    assert "<script>" not in shown(result) and "<b>" not in shown(result)


def test_pointers_have_no_columns_of_costs() -> None:
    result = optimize(FILES["pointer"], rules="pointer", target="tts")
    assert headings(shown(result)) == ["function", "accesses raised", "stopped by"] and "<td>2 of 2</td>" in shown(result)


def test_a_result_that_changed_nothing_says_so() -> None:
    assert "The program did not change." in shown(optimize(FILES["ttgir"]))


def test_a_plot_has_a_bar_for_each_cost() -> None:
    pytest.importorskip("matplotlib", reason="the extra `plots` is not installed")
    result = optimize(FILES["layout"])
    (axes,) = result.plot().axes
    assert [bar.get_width() for bar in axes.patches] == [result.cost_before, result.cost_after]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["k"] and "cycles" in axes.get_xlabel()
    assert shown(result).count("<svg") == 1 and shown(result) == shown(result)
    double = replace(result, functions=result.functions * 2)
    assert len(double.plot().axes[0].patches) == 4


def test_without_matplotlib_the_rest_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    result = optimize(FILES["layout"])
    with pytest.raises(OptionError, match=r"pip install -e '\.\[plots\]'"):
        result.plot()
    page = shown(result)
    assert "a plot needs matplotlib" in page and "conversions before" in page


def test_optimising_loads_neither_matplotlib_nor_jinja() -> None:
    program = f"import sys, egraph_opt; from pathlib import Path; egraph_opt.optimize(Path({str(FILES['layout'])!r})); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not {"matplotlib", "jinja2", "egraph_opt.reports", "egraph_opt.core.notebook.notebook_html"} & set(done.stdout.split())

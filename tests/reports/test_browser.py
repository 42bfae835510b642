"""The page in a real browser, without a screen: scripts run without an error, values open, nothing is wider than a narrow screen."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path

import pytest

from egraph_opt.linear_layout import LinearLayout
from egraph_opt.reports.page import render
from egraph_opt.reports.report_data import Report
from egraph_opt.reports.text_report import saving_of_value
from tests.reports.pages import MIDDLE, SMALL, other, report

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
pytestmark = pytest.mark.skipif(not BROWSER, reason="no Chromium is installed")
PROBE = """<!doctype html><body style="margin:0"><iframe style="border:0;width:{width}px;height:900px" src="{page}"></iframe><script>
onload = () => {{ const page = document.querySelector("iframe").contentDocument;
  for (const fold of page.querySelectorAll("details")) fold.open = true;
  document.body.dataset.width = page.documentElement.scrollWidth; }};
</script>"""
SIGNS = (
    "[...page.querySelectorAll('.sign')].filter((s) => s.offsetHeight).length + ' of ' + page.querySelectorAll('.sign').length"
)
"""Words that are shown, of all."""


USER = """<!doctype html><body><iframe style="width:1280px;height:900px" src="page.html"></iframe><script>
onload = () => {{ const page = document.querySelector("iframe").contentDocument, view = page.defaultView, $ = (s) => page.querySelector(s);
  const key = (at, name) => at.dispatchEvent(new view.KeyboardEvent("keydown", {{ key: name, bubbles: true }}));
  const canvas = $("#drawing-a canvas"), said = [], did = {{}};
  $("#drawing-a select").value = {drawing}; $("#drawing-a select").dispatchEvent(new view.Event("change"));
  for (let n = 0; n < 200; n++) {{ key(canvas, n % 7 ? "ArrowRight" : "ArrowDown"); said.push($("#drawing-a .readout").textContent); }}
  const box = canvas.getBoundingClientRect();
  canvas.dispatchEvent(new view.PointerEvent("pointermove", {{ clientX: box.left + 1, clientY: box.top + 1 }}));
  said.push($("#drawing-a .readout").textContent);
  $("button.value").click(); did.opened = !$("#drawer").hidden; key(page, "Escape"); did.closed = $("#drawer").hidden;
  $("#unfold").click(); did.unfolded = [...page.querySelectorAll(".fold")].every((fold) => fold.open);
  $("g[data-line]").dispatchEvent(new view.MouseEvent("click", {{ bubbles: true }})); did.marked = !!$(".here");
  $("#pick").value = "55"; $("#pick").dispatchEvent(new view.Event("change")); did.picked = $("#drawer h2").textContent;
  $("#log").open = true; $("#unfold").click(); $("nav a[href='#layouts']").click(); did.top = $("#layouts").getBoundingClientRect().top;
  setTimeout(() => {{ did.steps = page.querySelectorAll("#log li").length; did.said = said;
    document.body.append(Object.assign(document.createElement("pre"), {{ textContent: JSON.stringify(did) }})); }}, 100); }};
</script>"""


def opened(page: Path, part: str = "") -> tuple[str, str]:
    """The document after its scripts have run, and what they said."""
    command = [
        BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files", "--enable-logging=stderr",
        "--virtual-time-budget=8000", f"--user-data-dir={page.parent / 'profile'}", "--dump-dom", f"file://{page}{part}",
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout, "\n".join(re.findall(r"CONSOLE.*", done.stderr))


def pages() -> dict[str, Report]:
    return {"small": report(SMALL), "changed": report(MIDDLE), "pointer": other("pointer")}


@pytest.mark.parametrize("name", ["small", "changed", "pointer"])
def test_scripts_run_to_their_end(name: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(render(pages()[name]))
    document, said = opened(page)
    assert re.search(r"<html[^>]* data-ready=\"yes\"", document), said
    assert not said, said


def test_a_value_opens_with_its_graph_and_its_layouts(tmp_path: Path) -> None:
    found = report(MIDDLE)
    number, value = next((n, v) for n, v in enumerate(found.parts.values) if v.name == "%123")
    page = tmp_path / "page.html"
    page.write_text(render(found))
    document, said = opened(page, f"#value={number}")
    assert not said, said
    drawer = document[document.index('<aside id="drawer"') : document.index("</aside>")]
    assert "hidden" not in drawer[: drawer.index(">")] and f"{value.name}: " in drawer
    assert drawer.count("<rect") >= len(value.alternatives) and "convert_pointwise" in drawer
    assert all(
        found.parts.layouts[way.layout].name.replace("<", "&lt;").replace(">", "&gt;") in drawer for way in value.alternatives
    )
    assert document.count("<option") >= 2 * len(found.parts.drawings)
    assert document.count('class="value"') > sum(v.state == "changed" for v in found.parts.values)


def test_the_value_that_saves_most_is_selected_and_drawn(tmp_path: Path) -> None:
    found = report(MIDDLE)
    page = tmp_path / "page.html"
    page.write_text(render(found))
    document, said = opened(page)
    assert not said, said
    first = max((value for value in found.parts.values if value.state == "changed"), key=saving_of_value)
    table = document.partition('<table class="values">')[2].partition("</table>")[0]
    row = re.search(r'<tr class="selected" aria-current="true">.*?</tr>', table, re.S)
    assert row and table.index(row[0]) == table.index("<tr", table.index("<tbody>")) and f">{first.name}</button>" in row[0]
    assert f"Shown: {first.name}, before and after." in document and table.count('class="selected"') == 1


def test_words_tell_better_from_worse_on_a_narrow_screen(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(render(report(MIDDLE)))
    probe = tmp_path / "probe.html"
    probe.write_text(PROBE.format(width=400, page="page.html").replace("page.documentElement.scrollWidth", SIGNS))
    document, _ = opened(probe)
    found = re.search(r'data-width="(\d+) of (\d+)"', document)
    assert found and found[1] == found[2] != "0"


@pytest.mark.parametrize("width", [320, 400, 1280])
def test_the_page_is_no_wider_than_the_screen(width: int, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(render(report(MIDDLE)))
    probe = tmp_path / "probe.html"
    probe.write_text(PROBE.format(width=width, page="page.html"))
    document, _ = opened(probe)
    found = re.search(r'data-width="(\d+)"', document)
    assert found and int(found[1]) <= width


def test_keys_and_pointer_say_what_the_linear_layout_says(tmp_path: Path) -> None:
    found = report(MIDDLE)
    number, drawing = next(
        (n, d) for n, d in enumerate(found.parts.drawings) if len(d.shape) == 2 and len(d.warp) and min(d.shape) > 8
    )
    layout = LinearLayout(*map(tuple, (drawing.register, drawing.lane, drawing.warp, drawing.block, drawing.shape)))
    (tmp_path / "page.html").write_text(render(found))
    probe = tmp_path / "probe.html"
    probe.write_text(USER.format(drawing=number))
    document, said = opened(probe)
    result = re.search(r"<pre>(\{.*\})</pre>", document)
    assert result, said
    did = json.loads(unescape(result[1]))
    pattern = re.compile(r"Element \[(\d+), (\d+)\]: warp (\d+), lane (\d+), register (\d+)(?:, and (?:\d+ copies|a copy))?\.")
    seen = set()
    for text in did["said"]:
        row, column, warp, lane, register = map(int, re.fullmatch(pattern, text).groups())  # type: ignore[union-attr]
        assert layout.element(register, lane, warp) == row * drawing.shape[1] + column
        seen.add((row, column))
    assert len(seen) > 100 and did["said"][-1].startswith("Element [0, 0]")
    assert did["opened"] and did["closed"] and did["unfolded"] and did["marked"] and did["picked"].startswith("%55: ")
    assert 0 <= did["top"] < 100, "a link of the page leads to its part, at once"
    assert did["steps"] == sum(len(chain.steps) for value in found.parts.values for chain in value.chains)

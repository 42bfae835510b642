"""The page in a real browser, without a screen: scripts run without an error, values open, nothing is wider than a narrow screen."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

pytest.importorskip("jinja2", reason="the extra `report` is not installed")

from egraph_opt.reports.data import Report
from egraph_opt.reports.page import render
from tests.reports.pages import MIDDLE, SMALL, other, report

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
pytestmark = pytest.mark.skipif(not BROWSER, reason="no Chromium is installed")
PROBE = """<!doctype html><body style="margin:0"><iframe style="border:0;width:{width}px;height:900px" src="{page}"></iframe><script>
onload = () => {{ const page = document.querySelector("iframe").contentDocument;
  for (const fold of page.querySelectorAll("details")) fold.open = true;
  document.body.dataset.width = page.documentElement.scrollWidth; }};
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


@pytest.mark.parametrize("width", [320, 400, 1280])
def test_the_page_is_no_wider_than_the_screen(width: int, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(render(report(MIDDLE)))
    probe = tmp_path / "probe.html"
    probe.write_text(PROBE.format(width=width, page="page.html"))
    document, _ = opened(probe)
    found = re.search(r'data-width="(\d+)"', document)
    assert found and int(found[1]) <= width

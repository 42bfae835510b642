"""The documentation as a site: it builds without a warning, which covers links and notebooks, and holds what the code says."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import egraph_opt
import egraph_opt.extract
import egraph_opt.triton
from tests.support.kernels import ROOT

for needed in ("sphinx", "furo", "myst_nb", "sphinx_click", "sphinx_copybutton"):
    if find_spec(needed) is None:
        pytest.skip("the extra `docs` is not installed", allow_module_level=True)

FETCHED = re.compile(r"""(?:src|srcset)=["']https?:|<link[^>]+href=["']https?:|@import|url\(["']?https?:""")
"""Pattern of references that a browser would load from elsewhere."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site."""
    made = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going", "-c", "docs", ".", str(made)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return made


def text(page: Path) -> str:
    """The words of a page."""
    return re.sub(r"<[^>]+>", "", page.read_text())


def test_every_page_is_there_and_needs_nothing_from_elsewhere(site: Path) -> None:
    for page in (ROOT / "docs").rglob("*.md"):
        assert (site / page.relative_to(ROOT).with_suffix(".html")).exists(), page
    found = [path for path in site.rglob("*") if path.suffix in (".html", ".css") and FETCHED.search(path.read_text())]
    assert found == []


def test_a_link_to_nothing_fails_the_build(tmp_path: Path) -> None:
    for name in ("conf.py", "generate.py", "lexer.py", "_templates/redirect.html"):
        (tmp_path / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "docs" / name).write_text((ROOT / "docs" / name).read_text())
    (tmp_path / "README.md").write_text("# Index\n[there](#index) [nowhere](nowhere.md)\n")
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "-c", "docs", ".", "made"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode != 0 and "nowhere.md" in done.stderr


@pytest.mark.parametrize("module", [egraph_opt, egraph_opt.triton, egraph_opt.extract], ids=lambda module: module.__name__)
def test_the_api_page_has_every_public_name(site: Path, module: object) -> None:
    page = (site / "docs/api.html").read_text()
    for name in module.__all__:  # type: ignore[attr-defined]
        assert f'id="{module.__name__}.{name}"' in page, name  # type: ignore[attr-defined]


def test_the_page_of_commands_has_every_option(site: Path) -> None:
    from egraph_opt.command.cli import main

    page = text(site / "docs/commands.html")
    context = main.make_context("egraph-opt", ["costs"])
    for command in main.list_commands(context):
        found = main.get_command(context, command)
        assert found is not None
        for option in (flag for parameter in found.params for flag in parameter.opts if flag.startswith("--")):
            assert option in page, (command, option)


def test_the_rule_book_has_every_rule_with_its_proof(site: Path) -> None:
    from egraph_opt.rules import every_rule

    page = text(site / "docs/rules.html")
    assert all(f"\n{name}" in page for name in every_rule())
    assert page.count("Proved for ") == len(every_rule()) and "Not proved" not in page


def test_results_have_dates(site: Path) -> None:
    page = text(site / "docs/results.html")
    for table in (ROOT / "benchmarks/results").iterdir():
        assert table.name in page, table
    assert len(re.findall(r"\b2\d{3}-\d\d-\d\d\b", page)) > 30

"""What the README shows runs as it is written."""

import re
import subprocess
import sys

import pytest
from click.testing import CliRunner

from egraph_opt.command.cli import main
from tests.support.kernels import ROOT

README = (ROOT / "README.md").read_text()


def test_the_python_examples_run() -> None:
    in_triton, on_text = re.findall(r"```python\n(.*?)```", README, re.S)
    for program, wanted in ((in_triton, ""), (on_text, "tt.func")):
        done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert wanted in done.stdout


@pytest.mark.parametrize("path", ["extract/README.md", "CONTRIBUTING.md"])
def test_other_examples_run(path: str) -> None:
    programs = re.findall(r"```python\n(.*?)```", (ROOT / path).read_text(), re.S)
    assert programs
    for program in programs:
        done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def test_every_option_named_in_the_readme_exists() -> None:
    known = "".join(
        CliRunner().invoke(main, [command, "--help"]).output for command in ("opt", "compare", "check", "prove", "costs")
    )
    for option in set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", README)):
        assert option in known, option


def test_every_file_of_the_map_is_there_and_every_module_is_on_it() -> None:
    rows = re.findall(r"^\| (`.*?) \|", README, re.M)
    named = {name for row in rows for name in re.findall(r"`([\w/]+(?:\.py|/))`", row)}
    for name in named:
        assert (ROOT / "egraph_opt" / name).exists() or (ROOT / name).exists(), name
    modules = {p.name for p in (ROOT / "egraph_opt").glob("*.py")} - {"__init__.py", "__main__.py"}
    folders = {f"{p.parent.name}/" for p in (ROOT / "egraph_opt").glob("*/__init__.py") if p.parent.name != "families"}
    folders |= {f"families/{p.parent.name}/" for p in (ROOT / "egraph_opt/families").glob("*/__init__.py")}
    assert modules | folders <= named, (modules | folders) - named


def test_make_targets_named_in_the_readme_exist() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for target in set(re.findall(r"\bmake ([a-z]+)\b", README)):
        assert re.search(rf"^{target}:", makefile, re.M), target

"""Every case: IR in, CHECK lines out. The first line of a case says what must happen, its RUN line how it is run."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from egraph_opt.baseline import libtriton
from egraph_opt.command.cli import main
from egraph_opt.cost import MODELS, evaluate
from egraph_opt.text import read
from tests.support.kernels import ROOT

CASES = sorted(p for p in (ROOT / "tests/cases/layout").rglob("*.mlir") if not p.name.endswith(".better.mlir"))


def run(path: Path) -> str:
    """The output of a case's RUN line, which is `egraph-opt %s OPTIONS | filecheck %s`."""
    line = re.search(r"^// RUN: egraph-opt (.*) \| filecheck %s$", path.read_text(), re.M)
    assert line, f"{path} has no RUN line"
    result = CliRunner().invoke(main, [word.replace("%s", str(path)) for word in shlex.split(line[1])])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("path", CASES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_case(path: Path) -> None:
    text = path.read_text()
    assert re.match(r"// [A-Z].*\.\n", text), f"{path}: the first line says what must happen"
    program = "\n".join(line for line in run(path).splitlines() if not line.startswith("//"))
    checked = subprocess.run([sys.executable, "-m", "filecheck", str(path)], input=program, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


@pytest.mark.parametrize("path", CASES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_no_costlier_than_the_better_program(path: Path) -> None:
    better = path.with_name(f"{path.stem}.better.mlir")
    model = MODELS["shared_bytes"]
    wanted = evaluate(read((better if better.exists() else path).read_text()).functions()[0], model).cost
    arguments = [str(path), "--cost", "shared_bytes"]
    found = CliRunner().invoke(main, arguments)
    assert evaluate(read(found.stdout).functions()[0], model).cost <= wanted


def test_triton_accepts_every_case() -> None:
    known = [p for p in CASES if "their.op" not in p.read_text()]
    answers = libtriton.ask("accept", [run(p) for p in known])
    assert {p.stem: a.error for p, a in zip(known, answers, strict=True) if a.text is None} == {}

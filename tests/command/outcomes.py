"""Programs and a runner of command lines for the tests of how commands end."""

from __future__ import annotations

import re
import shlex

from click.testing import CliRunner, Result

from egraph_opt.command.cli import main
from tests.support.kernels import ROOT

KERNEL = ROOT / "benchmarks/corpus/kernels/liger._swiglu_forward_kernel"
FILES = {
    "layout": ROOT / "tests/cases/layout/fan_out.mlir",
    "ttgir": KERNEL / "rlc3.before.ttgir",
    "ttir": KERNEL / "input.ttir",
    "pointer": ROOT / "tests/cases/pointer/copy.mlir",
    "region": ROOT / "benchmarks/corpus/regions/insert0_fill_mm.mlir",
    "vector": ROOT / "benchmarks/corpus/vectors/first_wins.mlir",
}


def run(command: str) -> Result:
    """Run a command line in which {layout}, {ttir} ... are files of these kinds."""
    return CliRunner().invoke(main, shlex.split(command.format(**FILES)), env={"COLUMNS": "1000"})


def refused(done: Result, code: int, message: str) -> None:
    """Check that a command ended so, with one message, and gave out no program."""
    assert done.exit_code == code, (done.exit_code, done.output, done.exception)
    assert re.search(message, done.stderr), done.stderr
    assert len(re.findall(r"\b[Ee]rror:", done.stderr)) == 1 and "Traceback" not in done.output, done.stderr
    assert "module" not in done.stdout

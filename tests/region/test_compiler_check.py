"""Confirmation of a result by IREE: code for the user's target, within limits, and never by default."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from egraph_opt import optimize
from egraph_opt.command.cli import main
from egraph_opt.core.result import FunctionResult
from egraph_opt.families.region import compiler_check
from egraph_opt.families.region import optimize as region
from egraph_opt.families.region.choice.pricing.cost import RegionCost, cost_model, may_add_dispatches
from egraph_opt.families.region.choice.scheduling.commands import CommandSchedule, DeviceCommand
from egraph_opt.families.region.compiler_check import confirm_schedule
from egraph_opt.families.region.iree_schedule import schedule_of
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.iree import program as iree
from egraph_opt.iree import tool_process
from egraph_opt.iree.codegen_check import compile_error
from egraph_opt.iree.compiler import IreeBackend, target
from egraph_opt.iree.tool_process import LimitError, available
from egraph_opt.text import write
from tests.support.region_pairs import SIGNATURE, TENSOR, TOGETHER, TWO

pytestmark = pytest.mark.skipif(not available(), reason="needs IREE")

COST = cost_model("dispatches")
APART = f"{SIGNATURE} {{\n{TWO}    util.return %y : {TENSOR}\n}}\n"
TWICE = TOGETHER.replace("return %r", "return %s").replace("\n  util.return", f"\n  %s = math.absf %r : {TENSOR}\n  util.return")
"""The same, and one more dispatch."""
COVERED = """// lead
util.func public @f(%a: tensor<8x16xf32>, %b: tensor<8x16xf32>) -> tensor<16x16xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
  %x = math.absf %a : tensor<8x16xf32>
  %y = math.absf %b : tensor<8x16xf32>
  %s = tensor.insert_slice %x into %f[0, 0] [8, 16] [1, 1] : tensor<8x16xf32> into tensor<16x16xf32>
  %t = tensor.insert_slice %y into %s[8, 0] [8, 16] [1, 1] : tensor<8x16xf32> into tensor<16x16xf32>
  util.return %t : tensor<16x16xf32>
}
"""
"""Insertions that cover a fill, which goes."""


@dataclass(frozen=True)
class DispatchReward:
    """A model of a user, by which each dispatch saves something."""

    more_dispatches: bool
    name: str = "reward"
    unit: str = "points"

    def price(self, schedule: CommandSchedule) -> float:
        return 100.0 - schedule.count("dispatch", "slow")

    def bound(self, commands: Iterable[DeviceCommand]) -> float:
        return 100.0 - len(list(commands))


def confirm_with_iree(before: str, after: str, model: RegionCost = COST, **chosen: object) -> tuple[bool, FunctionResult]:
    """Return whether the second of two programs is accepted, and its record."""
    old, new = iree.read_any(before, ""), iree.read_any(after, "")
    record = FunctionResult("f", 1, 2.0, 1.0, 1.0, True)
    found, (said,) = confirm_schedule(old, new, [record], RegionOptions(model), IreeBackend(**chosen))  # type: ignore[arg-type]
    assert found in (old, new)
    return found is new, said


def test_more_dispatches_need_a_model_that_prices_them() -> None:
    """One stream runs them in turn, so a shorter latency of fewer waves is not enough."""
    product = (
        "%u = linalg.matmul ins(%t, %t : tensor<16x16xf32>, tensor<16x16xf32>) outs(%f : tensor<16x16xf32>) -> tensor<16x16xf32>"
    )
    more = COVERED.replace("  util.return %t", f"  {product}\n  util.return %u")
    assert confirm_with_iree(COVERED, more, DispatchReward(True))[0]
    stands, record = confirm_with_iree(COVERED, more, DispatchReward(False))
    assert not stands and "dispatches instead of" in record.remark
    one, two = (cost_model(f"latency:streams={n}") for n in (1, 4))
    assert (may_add_dispatches(one), may_add_dispatches(two)) == (False, True)


def test_what_iree_schedules_and_makes_no_code_of_does_not_leave() -> None:
    before, after = (COST.price(schedule_of(text)) for text in (APART, TOGETHER))
    assert after < before  # all that was looked at
    left, said = confirm_with_iree(APART, TOGETHER)
    assert not left
    assert said.remark.startswith("left unchanged: IREE makes no code for llvm-cpu of the result: iree-compile: ")
    assert (said.stopped_by, said.optimal, said.cost_after) == ("confirm", False, said.cost_before)


def test_what_iree_makes_code_of_leaves() -> None:
    left, said = confirm_with_iree(COVERED, optimize(COVERED, rules="region").ir)
    assert left and not said.remark


def test_where_the_input_does_not_compile_it_says_so() -> None:
    left, said = confirm_with_iree(TWICE, TOGETHER)
    assert not left and "IREE makes no code for llvm-cpu of the input: " in said.remark


def test_no_code_is_asked_for_of_what_costs_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes IREE several times as long as a schedule."""
    monkeypatch.setattr(compiler_check, "code_of", None)
    left, said = confirm_with_iree(TOGETHER, APART)
    assert not left and "by IREE's own schedule it would cost " in said.remark
    assert not said.stopped_by, "there is nothing to gain, and nothing failed"


def test_flags_decide() -> None:
    """A flag that IREE does not know is refused; what another backend makes code of leaves."""
    with pytest.raises(ValueError, match="--no-such-flag"):
        optimize(COVERED, rules="region", iree_flags="--no-such-flag")
    result = optimize(COVERED, rules="region", iree_target="vmvx")
    assert result.ir != COVERED and "compiled by IREE for vmvx" in result.summary()
    assert result.ir.startswith("// lead\n")


@pytest.mark.parametrize("limits", [{"seconds": 0.01}, {"memory": 1 << 28}])
def test_limits_confirm_nothing(limits: dict[str, float]) -> None:
    left, said = confirm_with_iree(COVERED, optimize(COVERED, rules="region").ir, **limits)
    assert not left and said.stopped_by == "confirm"
    assert "took longer than" in said.remark or "was ended by" in said.remark


def test_a_tool_that_hangs_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And nothing of it is left."""
    hanging = tmp_path / "iree-compile"
    hanging.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/pid\nexec sleep 1000\n")
    hanging.chmod(0o755)
    monkeypatch.setattr(tool_process, "tool", lambda name: str(hanging))
    with pytest.raises(LimitError, match="took longer than 2 s"):
        tool_process.call("iree-compile", seconds=2.0)
    pid = (tmp_path / "pid").read_text().strip()
    assert subprocess.run(["ps", "-p", pid], capture_output=True).returncode == 1


ORPHAN = """
import sys
from egraph_opt.iree import tool_process
tool_process.tool = lambda name: sys.argv[1]
tool_process.call("iree-compile", seconds=1000.0)
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
@pytest.mark.skipif(shutil.which("setpriv") is None, reason="needs setpriv")
def test_a_killed_parent_leaves_no_tool(tmp_path: Path, number: signal.Signals) -> None:
    hanging = tmp_path / "iree-compile"
    hanging.write_text(
        f"#!{sys.executable}\nimport os, pathlib, time\nhere = pathlib.Path({str(tmp_path)!r})\n"
        "(here / 'pid').write_text(str(os.getpid()))\ntime.sleep(60)\n(here / 'ended').touch()\n"
    )
    hanging.chmod(0o755)
    parent = subprocess.Popen([sys.executable, "-c", ORPHAN, str(hanging)])
    while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text().strip():
        assert parent.poll() is None
        time.sleep(0.01)
    parent.send_signal(number)
    parent.wait()
    pid = int((tmp_path / "pid").read_text())
    while running(pid):  # the system kills it, in its own time; it would end by itself otherwise, and well
        time.sleep(0.01)
    assert not (tmp_path / "ended").exists()


def running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] if Path(f"/proc/{pid}/stat").exists() else "Z"
    return state != "Z"


def test_without_iree_nothing_is_said_to_be_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    text, left = iree.generic(COVERED), iree.generic(APART)
    for module in (region, iree):
        monkeypatch.setattr(module, "available", lambda: False)
    result = optimize(text, rules="region")
    assert result.ir != text
    assert "not confirmed: IREE is not installed" in result.summary()
    assert "not confirmed: IREE is not installed" in str(result.to_json()["headline"])
    assert "not confirmed: IREE was not asked" in optimize(text, rules="region", check=False).summary()
    kept = optimize(left, rules="region")
    assert kept.ir == left and "confirmed" not in kept.summary()


WRONG = {
    "backend": (("llvm", ""), "no IREE target 'llvm'"),
    "flag": (("llvm-cpu", "fast"), "'fast' is no flag"),
    "phase": (("llvm-cpu", "--compile-to=flow"), "an executable"),
    "unknown": (("llvm-cpu", "--nonsense=3"), "Unknown command line argument"),
    "value": (("llvm-cpu", "--iree-opt-level=O9"), "not a valid optimization level"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_targets(name: str) -> None:
    (backend, flags), words = WRONG[name]
    with pytest.raises(ValueError, match=words):
        target(backend, flags)
    done = CliRunner().invoke(main, ["-", "--rules", "region", "--iree-target", backend, f"--iree-flags={flags}"], input=COVERED)
    assert done.exit_code == 2 and words in done.output.replace("\n", " ")


def test_command_line() -> None:
    arguments = ["-", "--rules", "region", "--iree-target", "vmvx", "--iree-flags=--iree-opt-level=O1", "--no-isolate"]
    done = CliRunner().invoke(main, arguments, input=COVERED)
    assert done.exit_code == 0 and "compiled by IREE for vmvx --iree-opt-level=O1" in done.output
    done = CliRunner().invoke(main, ["-", "--iree-target", "vmvx"], input=COVERED)
    assert done.exit_code == 2 and "--rules region" in done.output
    kept = CliRunner().invoke(main, ["-", "--rules", "region", "--no-isolate"], input=APART)
    assert kept.exit_code == 0 and kept.stdout == APART
    generic = CliRunner().invoke(main, ["-", "--rules", "region", "--no-isolate", "--emit", "generic"], input=APART)
    assert generic.exit_code == 0 and '"linalg.matmul"' in generic.stdout


def test_what_stands_around_survives_iree() -> None:
    """Comments, resources that nothing mentions, and those of other tools, which IREE's printer drops."""
    builtin = 'builtin: {unused: "0x0400000001", w: "0x0400000000000080"}'
    metadata = f'{{-#\n  dialect_resources: {{{builtin}}},\n  external_resources: {{their: {{a: "b"}}}}\n#-}}'
    text = f"{COVERED}{metadata}\n// end\n".replace(
        "  util.return",
        "  %w = arith.constant dense_resource<w> : tensor<1xf32>\n  util.optimization_barrier %w : tensor<1xf32>\n  util.return",
    )
    assert "unused" not in iree.generic(text)
    result = optimize(text, rules="region")
    assert result.ir != text and "linalg.fill" not in result.ir
    assert result.ir.startswith("// lead\n") and metadata in result.ir and result.ir.endswith("// end\n")
    assert iree.read_any(result.ir, "").resources == iree.read_any(text, "").resources
    a = np.linspace(-1, 1, 128, dtype=np.float32).reshape(8, 16)
    for mine, theirs in zip(*(iree.run(ir, "f", [a, -a]) for ir in (result.ir, text)), strict=True):
        assert np.array_equal(mine, theirs)


def test_what_a_limit_ended_is_not_remembered() -> None:
    text = COVERED.replace("// lead", "// limited")
    with pytest.raises(LimitError):
        compile_error(text, IreeBackend(seconds=0.01))
    assert compile_error(text) == ""


def test_contents_of_constants_that_are_too_long_to_be_read_stay() -> None:
    """The reader takes texts up to a limit; a result without the contents of its constants would be another program."""
    contents = '\n{-#\n  dialect_resources: {builtin: {w: "0x04000000' + "3f" * (9 << 20) + '"}}\n#-}\n'
    program = (
        "// weights\nutil.func public @f() -> tensor<2359296xf32> {\n"
        "  %w = arith.constant dense_resource<w> : tensor<2359296xf32>\n  util.return %w : tensor<2359296xf32>\n}\n"
    )
    written = write(iree.read_any(program + contents, ""))
    assert written.startswith("// weights\n")
    assert written.endswith(contents)

"""Results that are not proved equal are never returned: the input comes back with the reason."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import egraph_opt
from egraph_opt.command.cli import main
from egraph_opt.core.rule import Equation, rule
from egraph_opt.families.layout.choice import saturate as saturation
from egraph_opt.families.layout.provenance import explanations
from egraph_opt.families.layout.vocabulary.term import Function, Operands, Value, pointwise, zip
from egraph_opt.ir.module import Op, Region
from tests.support.kernels import ROOT

path = import_module("egraph_opt.families.layout.optimize")  # the package has a function of this name
CASE = ROOT / "tests/cases/layout/fan_out.mlir"


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """A decoder that forgets the first store."""
    decode = path.decode

    def forgetful(*arguments: Any) -> Op:
        function = decode(*arguments)
        (block,) = function.regions[0].blocks
        first = next(op for op in block.ops if op.name == "tt.store")
        return replace(function, regions=(Region((replace(block, ops=tuple(op for op in block.ops if op is not first)),)),))

    monkeypatch.setattr(path, "decode", forgetful)


@pytest.mark.usefixtures("broken")
@pytest.mark.engine_fails
def test_a_wrong_output_is_refused() -> None:
    result = egraph_opt.optimize(CASE)
    assert result.ir == CASE.read_text() and "tt.store" in result.rejected != result.ir
    assert result.stopped_by == "check" and result.cost_after == result.cost_before
    assert "not proved equal: not proved: @k: another" in result.remarks[0]


@rule
def first_operand(f: Function, x: Value, xs: Operands) -> Equation:
    """Wrong: takes what is computed of operands for the first of them."""
    return pointwise(f, zip(x, xs)), x


@pytest.mark.engine_fails
def test_a_refused_output_names_the_rules_to_blame(monkeypatch: pytest.MonkeyPatch) -> None:
    books = saturation.language(("layout",))
    monkeypatch.setattr(saturation, "language", lambda *_: replace(books, rules=(*books.rules, first_operand)))
    monkeypatch.setattr(path, "language", saturation.language)
    case = ROOT / "tests/cases/layout/copy_to_shared_memory.mlir"
    result = egraph_opt.optimize(case, min_gain=0.0)
    assert result.ir == case.read_text() and result.stopped_by == "check"
    assert re.search(r"not proved equal: .*; what was chosen follows by the rules .*\bfirst_operand\b", result.remarks[0])


@pytest.mark.usefixtures("broken")
@pytest.mark.engine_fails
def test_where_no_rule_can_be_blamed_it_is_refused_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> str:
        raise KeyError("a class")

    monkeypatch.setattr(explanations, "blame_rules", fails)
    result = egraph_opt.optimize(CASE)
    assert result.ir == CASE.read_text() and result.stopped_by == "check" and "by the rules" not in result.remarks[0]


@pytest.mark.usefixtures("broken")
def test_without_the_check_it_leaves() -> None:
    assert egraph_opt.optimize(CASE, check=False).ir.count("tt.store") == 2


@pytest.mark.usefixtures("broken")
@pytest.mark.engine_fails
def test_the_command_line_says_so_and_keeps_it(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, [str(CASE)], env={"TMPDIR": str(tmp_path)})
    assert result.exit_code == 5 and result.stdout == CASE.read_text()
    assert "please report this" in result.stderr


@pytest.mark.engine_fails
def test_a_failing_checker_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr("egraph_opt.families.layout.validate.check", fails)
    result = egraph_opt.optimize(CASE)
    assert result.ir == CASE.read_text() and "internal failure" in result.remarks[0] and "RecursionError" not in result.remarks[0]


def test_a_seed_that_reorders_sums_needs_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    """Triton's pass moves sums of floats: its result is a seed only where the user allows that."""
    kernel = ROOT / "benchmarks/corpus/kernels/inductor.triton_per_fused_native_layer_norm_relu_0/rlc1.before.ttgir"
    asked: list[bool] = []
    proved = path.proved_part

    def noted(*given: Any) -> Any:
        found = proved(*given)
        asked.append(found is not None)
        return found

    monkeypatch.setattr(path, "proved_part", noted)
    for reassociate in (False, True):
        egraph_opt.optimize(kernel, seed_with="triton", reassociate=reassociate)
    assert asked == [False, True]


def test_two_files_are_checked_by_name(tmp_path: Path) -> None:
    better = tmp_path / "better.mlir"
    better.write_text(egraph_opt.optimize(CASE).ir)
    same = CliRunner().invoke(main, ["check", str(CASE), str(better)])
    assert (same.exit_code, same.stdout) == (0, "equal\n")
    better.write_text("\n".join(line for line in CASE.read_text().splitlines() if "tt.store %ps0" not in line))
    assert CliRunner().invoke(main, ["check", str(CASE), str(better)]).exit_code == 3
    better.write_text("module {")
    assert CliRunner().invoke(main, ["check", str(CASE), str(better)]).exit_code == 1

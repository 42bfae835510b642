"""Layouts of vectors: what IREE makes of them, and what of our choice; against IREE's own analysis and allocation."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings

import egraph_opt
from egraph_opt.checker import check
from egraph_opt.command.cli import main
from egraph_opt.families.vector.compare import compare_module
from egraph_opt.families.vector.cost import MODELS, cost_model
from egraph_opt.families.vector.iree_analysis import ANALYSIS, DISTRIBUTION, ConversionCounts, conversion_counts, explicit
from egraph_opt.families.vector.optimize import prove_equal
from egraph_opt.families.vector.options import VectorOptions
from egraph_opt.families.vector.vector_layouts import assign
from egraph_opt.ir.module import InputError
from egraph_opt.iree import tool_process as iree
from egraph_opt.iree.program import generic
from egraph_opt.text import read, write
from tests.support.kernels import ROOT
from tests.support.vector_cases import CASES, optimised
from tests.vector import kernels
from tests.vector import programs as made
from tests.vector.programs import ROWS, SQUARES, layout, to_layout

pytestmark = pytest.mark.skipif(not iree.available(), reason="needs IREE")


VECTORS = ROOT / "benchmarks/corpus/vectors"
STORED = [VECTORS / f"{name}.mlir" for name in ("promoted_operand", "trunc_early_stored")]
DISPATCHES = sorted((VECTORS / "dispatches").glob("*.mlir"))


@pytest.mark.parametrize("name", CASES)
def test_what_iree_makes_of_both(name: str) -> None:
    text, before, after = CASES[name]
    result = optimised(text)
    ((iree_counts,), (our_counts,)) = (tuple(conversion_counts(t).values()) for t in (text, result.ir))
    assert (iree_counts, our_counts) == (ConversionCounts(*before), ConversionCounts(*after))
    assert (result.cost_before, result.cost_after, result.optimal) == (before[1], after[1], True)
    assert not result.remarks
    if before == after:
        assert result.ir.strip() == text.strip()


@pytest.mark.parametrize(
    ("name", "cost"),
    [
        pytest.param(name, cost, marks=pytest.mark.slow if (n + m) % 2 else [])
        for n, name in enumerate(CASES)
        for m, cost in enumerate(("instructions", "barriers"))
    ],
)
def test_never_costlier(name: str, cost: str) -> None:
    """Every program under one of two models, by turns; under the other one it is slow."""
    text = CASES[name][0]
    (row,) = compare_module(name, text, VectorOptions(cost_model(cost)))
    assert row.verdict() in ("same", "better")
    assert row.lower_bound <= row.our_cost + 1e-9
    if cost == "barriers" and row.iree and row.ours:
        assert (row.iree_cost, row.our_cost) == (row.iree.barriers, row.ours.barriers)


@pytest.mark.parametrize(
    "text", [made.carried(), made.around_shapes(), made.over_workgroups(), kernels.two_grids(), *map(Path.read_text, STORED)]
)
def test_results_go_on_to_threads(text: str) -> None:
    """IREE distributes our result to threads as it does the input: no vector of a workgroup is left, and there are no more barriers."""
    known = text if "translation_info" in text else re.sub(r"(?m)^(func.func .*)\{$", rf"\1{made.INFO} {{", text, count=1)
    result = optimised(known)
    assert result.cost_after < result.cost_before
    before, after = (iree.call("iree-opt", DISTRIBUTION, "-", text=ir) for ir in (known, result.ir))
    assert "iree_vector_ext" not in after and "gpu.thread_id" in after
    assert after.count("gpu.barrier") <= before.count("gpu.barrier")


@pytest.mark.parametrize("path", DISPATCHES, ids=lambda p: p.stem)
def test_dispatches_of_iree(path: Path) -> None:
    """IREE's own kernels, as its compiler has them: all are understood, none gets worse, and no layout that it set is lost."""
    (row,) = compare_module(path.name, path.read_text(), VectorOptions(cost_model("shared_bytes")))
    assert (row.verdict(), row.remark, row.optimal) == ("same", "", True)


def test_models_disagree() -> None:
    """Two conversions of narrow elements, or one of wide ones: what is cheaper depends on what is counted."""
    text = made.narrow_twice()
    found = {cost: conversion_counts(optimised(text, cost).ir)["narrow_twice"] for cost in ("converts", "shared_bytes")}
    assert found["converts"].conversions < found["shared_bytes"].conversions
    assert found["converts"].shared_bytes > found["shared_bytes"].shared_bytes


def test_a_second_time_changes_nothing() -> None:
    once = optimised(made.carried())
    again = optimised(once.ir)
    assert again.cost_before == again.cost_after == once.cost_after
    assert again.ir == once.ir


def test_same_bytes_each_time() -> None:
    first, second = (optimised.__wrapped__(made.around_shapes()) for _ in range(2))
    assert first.ir == second.ir


def remarks(text: str) -> dict[tuple[int, int], str]:
    """Return the results of IREE's own analysis of a program: the layout of result n of the operation in line l, by (l, n)."""
    arguments = [str(iree.tool("iree-opt")), ANALYSIS, "-o", "/dev/null", "-"]
    said = subprocess.run(arguments, input=text, capture_output=True, text=True, check=True).stderr
    found = re.findall(r"<stdin>:(\d+):\d+: remark: layout of result #(\d+) is (#.*)", said)
    return {(int(line), int(number)): layout for line, number, layout in found}


def agrees(text: str) -> int:
    """Return the number of layouts that IREE names in a program; ours must be the same."""
    start = write(explicit(text))
    (function,) = read(start).functions()
    held, said = assign(function), remarks(start)
    results = {(op.line, n): v for op in function.walk() for n, v in enumerate(op.results)}
    assert {where: held.get(results[where]) for where in said} == said
    return len(said)


@pytest.mark.parametrize("name", [name for name in CASES if name != "stretched"])  # which IREE's test of its analysis refuses
def test_iree_sees_the_layouts_that_we_see(name: str) -> None:
    assert agrees(CASES[name][0])
    assert agrees(optimised(CASES[name][0]).ir)


def test_sums_of_floats_stay() -> None:
    """The operand of the sum has the layout of the input, to the letter."""
    text = made.float_sum().replace("return %l", "  %e = math.exp %l : vector<16xf32>\n  return %e")
    for cost in MODELS:
        (function,) = explicit(optimised(text, cost).ir).functions()
        (sum_,) = (op for op in function.walk() if op.name == "vector.multi_reduction")
        assert assign(function)[sum_.operands[0]] == ROWS


def test_stores_move_only_where_allowed() -> None:
    """Stores keep their layout unless --move-stores is given."""
    v, m = "vector<16x64xf32>", "memref<16x64xf32>"
    text = (
        f"func.func @store(%x: {v}, %m: {m}) {{\n  %c0 = arith.constant 0 : index\n{to_layout('%a', '%x', ROWS, v)}"
        f"  %e = math.exp %a : {v}\n{to_layout('%b', '%e', SQUARES, v)}"
        f"  vector.transfer_write %b, %m[%c0, %c0] {{in_bounds = [true, true]}} : {v}, {m}\n  return\n}}\n"
    )
    assert optimised(text).cost_after == 4096
    assert optimised(text, move_stores=True).cost_after == 0


def test_conversions_asked_for_through_shared_memory() -> None:
    """One that moves nothing goes; IREE would make it all the same."""
    v = "vector<16x64xf32>"
    forced = f"  %b = iree_vector_ext.to_layout %e to layout({ROWS}) <shared_memory_conversion = #iree_gpu.derived_thread_config> : {v}\n"
    start = f"{to_layout('%a', '%x', ROWS, v)}  %e = math.exp %a : {v}\n"
    text = f"func.func @forced(%x: {v}) -> {v} {made.INFO} {{\n{start}{forced}  return %b : {v}\n}}\n"
    result = optimised(text)
    assert (result.cost_before, result.cost_after) == (4096, 0)
    assert conversion_counts(result.ir)["forced"].shared_bytes == 0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "func.func @f(%x: vector<[4]xf32>) {\n"
            + to_layout("%a", "%x", layout((1, 1, 1, 4, 1, 0, 1)), "vector<[4]xf32>")
            + "  return\n}\n",
            "",
        ),
        (
            "func.func @f(%x: vector<16x16xf32>) {\n"
            + to_layout("%a", "%x", layout((1, 1, 1, 16, 1, 0, 1), (1, 1, 1, 16, 1, 0, 1)), "vector<16x16xf32>")
            + to_layout("%b", "%a", layout((1, 1, 1, 16, 1, 0, 1), (1, 1, 1, 4, 4, 0, 16)), "vector<16x16xf32>")
            + "  return\n}\n",
            "does not fit",
        ),
        (
            "func.func @f(%x: vector<1xf32>, %y: vector<1x64xf32>) -> vector<1x64xf32> {\n"
            + to_layout("%a", "%x", layout((1, 1, 1, 1, 1, 0, 0)), "vector<1xf32>")
            + to_layout("%b", "%y", layout((1, 1, 1, 1, 1, 0, 0), (1, 1, 1, 64, 1, 0, 1)), "vector<1x64xf32>")
            + "  %c = vector.broadcast %a : vector<1xf32> to vector<1x64xf32>\n  %d = arith.addf %b, %c : vector<1x64xf32>\n"
            "  return %d : vector<1x64xf32>\n}\n",
            "",
        ),
        ("func.func @f() {\n  return\n}\n", ""),
        (
            "func.func @f(%x: vector<4xf32>) -> vector<4xf32> {\n  %y = math.exp %x : vector<4xf32>\n  return %y : vector<4xf32>\n}\n",
            "",
        ),
    ],
)
def test_what_is_not_understood_is_left_alone(text: str, why: str) -> None:
    try:
        result = optimised(text)
    except InputError:
        return  # IREE refuses it
    assert result.ir.strip() == text.strip()
    assert why in "".join(result.remarks)


def test_a_wrong_result_is_refused() -> None:
    """The checker tells programs apart that differ in more than layouts."""
    before, after = generic(made.first_comes_first()), optimised(made.first_comes_first()).ir
    assert check(read(before), read(after), strict=True).equal
    swapped = re.sub(r'"arith.addf"\((%\w+), (%\w+)\)', r'"arith.addf"(\1, \1)', after, count=1)
    assert swapped != after and not check(read(before), read(swapped), strict=True).equal
    other = after.replace('"iree_vector_ext.to_layout"(%arg2)', '"iree_vector_ext.to_layout"(%arg3)', 1)
    assert other != after and not check(read(before), read(other), strict=True).equal
    gone = re.sub(r'\n *"vector.transfer_write".*', "", after)
    assert gone != after and not check(read(before), read(gone), strict=True).equal


def test_a_wrong_result_in_a_grid_is_refused() -> None:
    """The checker compares the work of each workgroup, its inputs from outside, and the surrounding program."""
    before, after = generic(made.over_workgroups()), optimised(made.over_workgroups()).ir
    assert prove_equal(read(before), read(after)).equal
    for pattern, instead in (
        (r'"arith.mulf"\((%\w+), (%\w+)\)', r'"arith.mulf"(\1, \1)'),
        (r'"vector.transfer_read"\(%arg0', '"vector.transfer_read"(%arg1'),
        (r'"scf.forall"\(%arg1\)', '"scf.forall"(%arg0)'),
        (r"dense<1.0*e\+00>", "dense<2.0>"),
        (r'"func.return"\(%\w+\)', '"func.return"(%arg0)'),
    ):
        wrong = re.sub(pattern, instead, after)
        assert wrong != after and not prove_equal(read(before), read(wrong)).equal


def test_several_modules() -> None:
    texts = made.first_comes_first(), made.one_owner()
    result = optimised("// -----\n".join(texts))
    assert [f.name for f in result.functions] == ["add_up", "one_owner"]
    assert result.ir.count("// -----") == 1
    assert (result.cost_before, result.cost_after) == (2048 + 1536, 1024)


def test_library_and_models() -> None:
    result = egraph_opt.optimize(made.one_owner(), rules="vector-layout", move_anchors=True)
    assert result.unit == "instructions" and result.cost_after < result.cost_before
    weighted = egraph_opt.optimize(made.one_owner(), rules="vector-layout", cost="shared_bytes:byte=2")
    assert weighted.cost_before == 2 * 1536
    for wrong in ("cycle", "converts:byte", "converts:byte=-1", "converts:bits=1", "converts:byte=nan"):
        with pytest.raises(ValueError, match=r"vector layouts|parameter '(byte|bits)'"):
            egraph_opt.optimize(made.one_owner(), rules="vector-layout", cost=wrong)


def test_command_line(tmp_path: Path) -> None:
    file, records = tmp_path / "a.mlir", tmp_path / "records.json"
    file.write_text(made.first_comes_first())
    run = CliRunner().invoke(main, [str(file), "--rules", "vector-layout", "--cost", "converts"])
    assert run.exit_code == 0 and run.stdout.startswith('"builtin.module"()')
    assert "2 -> 1 conversions" in run.stderr
    arguments = [
        "compare",
        str(file),
        "--against",
        "iree",
        "--rules",
        "vector-layout",
        "--cost",
        "shared_bytes",
        "--cost",
        "converts",
    ]
    run = CliRunner().invoke(main, [*arguments, "--json", str(records)])
    assert run.exit_code == 0 and "2 comparisons: 2 better, 0 same, 0 worse" in run.stdout
    assert {r["ours"]["conversions"] for r in json.loads(records.read_text())["records"]} == {1.0}
    assert CliRunner().invoke(main, [str(file), "--rules", "vector-layout", "--cost", "dispatches"]).exit_code == 2
    assert CliRunner().invoke(main, ["compare", str(file), "--rules", "vector-layout", "--against", "triton"]).exit_code == 2


def holds(text: str) -> None:
    """IREE's counts of input and result are the costs that we say, and its distribution takes the result if it takes the input."""
    agrees(text)
    result = optimised(text)
    assert not result.remarks
    assert result.cost_after <= result.cost_before
    for ir, cost in ((text, result.cost_before), (result.ir, result.cost_after)):
        assert conversion_counts(ir)["f"].shared_bytes == cost
    assert check(read(generic(text)), read(generic(result.ir)), strict=True).equal


@settings(max_examples=3, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(made.programs())
def test_generated_programs(text: str) -> None:
    holds(text)


@pytest.mark.slow
@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(made.programs())
def test_many_generated_programs(text: str) -> None:
    holds(text)


def test_what_stands_around_survives() -> None:
    """Comments, and contents of constants, which IREE's printer leaves out."""
    text = STORED[1].read_text()
    metadata = '{-#\n  dialect_resources: {builtin: {w: "0x0400000000000080"}},\n  external_resources: {their: {a: "b"}}\n#-}'
    around = f"// lead\n{text}\n{metadata}\n// end\n"
    result = optimised(around)
    assert result.cost_after < result.cost_before
    assert result.ir.startswith("// lead\n") and metadata in result.ir and result.ir.endswith("// end\n")
    plain = optimised(text).ir
    assert result.ir.replace("// lead\n", "").partition("{-#")[0].strip() == plain.strip()

"""Tensors read from the copies that shared memory has of them: the problem posed has no cycles for it, and is solved exactly."""

from __future__ import annotations

from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from egraph_opt import optimize
from egraph_opt.checker import check
from egraph_opt.core.engine import Limits
from egraph_opt.cost import MODELS
from egraph_opt.families.layout.choice.candidate_layouts import candidates
from egraph_opt.families.layout.choice.extraction_problem import PosedFunction, pose
from egraph_opt.families.layout.choice.saturate import saturate
from egraph_opt.families.layout.encode.function_terms import encode
from egraph_opt.families.layout.encode.value_numbering import Moves
from egraph_opt.families.layout.explanation import explain
from egraph_opt.families.layout.options import Options
from egraph_opt.ir.module import Module
from egraph_opt.text import read
from egraph_opt.triton.state.settings import Settings
from tests.support.kernels import ROOT, kernels

CASE = ROOT / "tests/cases/layout/read_from_copy.mlir"
KERNELS = [path for path in kernels("rlc3.before") if "ttg.local_alloc %" in path.read_text()][::4]

HEAD = """#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#M = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#S = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#T = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%x: tensor<64x64xf16, #M>, %p: tensor<64x64x!tt.ptr<f16>, #A>, %n: i32, %k: i1,
      %d: !tt.tensordesc<tensor<64x64xf16, #S>>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
"""
TAIL = "\n    tt.return\n  }\n}\n"
S = "!ttg.memdesc<64x64xf16, #S, #smem>"
COPY = f"%a = ttg.local_alloc %x : (tensor<64x64xf16, #M>) -> {S}\n"
SENT = "ttng.async_tma_copy_local_to_global %d[%n, %n] %a : !tt.tensordesc<tensor<64x64xf16, #S>>, {}\n"
USE = SENT.format(S)
STORE = """%y = ttg.convert_layout %x : tensor<64x64xf16, #M> -> tensor<64x64xf16, #A>
tt.store %p, %y : tensor<64x64x!tt.ptr<f16>, #A>
"""
TWO = f"""%a = ttg.local_alloc %x : (tensor<64x64xf16, #M>) -> !ttg.memdesc<64x64xf16, #T, #smem>
%b = ttg.local_alloc %x : (tensor<64x64xf16, #M>) -> {S}
{SENT.format("!ttg.memdesc<64x64xf16, #T, #smem>")}{USE.replace("%a", "%b")}"""
LOOP = "scf.for %i = %c0 to %n step %c1 : i32 {\n"
PROGRAMS = {
    "two copies": TWO + STORE,
    "in a branch": STORE + "scf.if %k {\n" + COPY + USE + "}",
    "in a loop": LOOP + COPY + USE + STORE + "}",
    "a loop before": LOOP + STORE + "}\n" + COPY + USE,
}


def posed(module: Module) -> list[PosedFunction]:
    found = []
    for function in module.functions():
        encoding = encode(function, module.threads(), moves=Moves(loads=True, copies=True))
        if encoding.roots:
            saturated = saturate(encoding, candidates(encoding, 8), ("layout",), Limits())
            found.append(pose(encoding, saturated, MODELS["cycles"]))
    return found


@pytest.mark.parametrize("path", [CASE, *KERNELS], ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_no_read_closes_a_cycle(path: Path) -> None:
    """Neither do conversions, nor anything else: what is reached around a loop is no forward edge."""
    problems = posed(read(path.read_text()))
    for each in problems:
        problem = each.problem
        ahead: dict[int, list[int]] = {}
        for node, c in enumerate(problem.node_class.tolist()):
            ahead.setdefault(c, []).extend(child for child, back in problem.children(node) if not back)
        TopologicalSorter(ahead).prepare()  # raises CycleError
    assert path != CASE or any(node.symbol == "read" for each in problems for node in each.nodes)


@pytest.mark.parametrize("name", PROGRAMS)
def test_exact_search_reads_the_copy(name: str) -> None:
    text = HEAD + PROGRAMS[name] + TAIL
    result = optimize(text, read_copies=True, min_gain=0.0)
    assert result.optimal and not result.rejected
    assert "convert_layout" not in result.ir and result.ir.count("ttg.local_load") == 1
    assert check(read(text), read(result.ir)).equal
    assert result.cost_after < optimize(text, min_gain=0.0).cost_after


@pytest.mark.parametrize("freed", ["%a", "%b"])
def test_what_is_given_back_stands_for_no_other(freed: str) -> None:
    """Two copies of one tensor are not one where one of them is given back before the other is used; the other is read."""
    alloc = f"ttg.local_alloc %x : (tensor<64x64xf16, #M>) -> {S}"
    kept = "%b" if freed == "%a" else "%a"
    body = f"%a = {alloc}\n%b = {alloc}\nttg.local_dealloc {freed} : {S}\n" + USE.replace("%a", kept) + STORE
    result = optimize(HEAD + body + TAIL, read_copies=True, min_gain=0.0)
    assert not result.rejected and result.ir.count("ttg.local_alloc") == 2
    assert f"ttg.local_load {kept} " in result.ir


def test_the_plug_in_reads_copies() -> None:
    assert Settings().search_settings().options.read_copies
    assert not Settings(options=Options(read_copies=False)).search_settings().options.read_copies


def test_a_read_is_explained() -> None:
    text = HEAD + PROGRAMS["two copies"] + TAIL
    (explained,) = explain(text, "k", Options(read_copies=True))
    (chain,) = explained.choices
    assert [step.rule for step in chain.steps] == ["read_copy"] and chain.chosen == "local_load(%b)"

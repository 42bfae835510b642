"""Fingerprints of loops: what a body does not use does not count, and everything else does."""

from __future__ import annotations

import pytest

from egraph_opt.families.region.validation.element_fingerprint import PIECE, factor, mix_all, weights
from egraph_opt.families.region.validation.validate import same
from egraph_opt.ir.module import Op
from egraph_opt.iree.program import read_any
from egraph_opt.iree.tool_process import available

pytestmark = pytest.mark.skipif(not available(), reason="needs IREE")

FULL, ROW, COLUMN = "(d0, d1)", "(d1)", "(d0)"
LOOP = """
util.func public @f(%x: tensor<4x6xf32>, %u: tensor<6xf32>, %v: tensor<6xf32>, %k: tensor<4xf32>, %w: tensor<4x6xf32>) -> tensor<4x6xf32> {{
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x6xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %r = linalg.generic {{indexing_maps = [{maps}],
    iterator_types = ["parallel", "parallel"]}} ins({ins} : {types}) outs({out} : tensor<4x6xf32>) {{
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %p = arith.mulf {product} : f32
    %s = arith.subf %p, {last} : f32
    linalg.yield %s : f32
  }} -> tensor<4x6xf32>
  util.return %r : tensor<4x6xf32>
}}
"""
REDUCED = """
util.func public @f(%x: tensor<4x0xf32>, %u: tensor<4xf32>) -> tensor<4xf32> {{
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.generic {{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
    iterator_types = ["parallel", "reduction"]}} ins(%x : tensor<4x0xf32>) outs({out} : tensor<4xf32>) {{
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }} -> tensor<4xf32>
  util.return %r : tensor<4xf32>
}}
"""
TYPES = {FULL: "tensor<4x6xf32>", ROW: "tensor<6xf32>", COLUMN: "tensor<4xf32>"}


def loop(ins: str = "%x, %u, %v", read_along: str = "FRR", out: str = "%e", product: str = "%a, %b", last: str = "%c") -> Op:
    """Return a function with one loop; `read_along` has an initial for what each operand is read along."""
    rows = [{"F": FULL, "R": ROW, "C": COLUMN}[kind] for kind in read_along]
    maps = ", ".join(f"affine_map<(d0, d1) -> {row}>" for row in (*rows, FULL))
    types = ", ".join(TYPES[row] for row in rows)
    return function(LOOP.format(ins=ins, maps=maps, types=types, out=out, product=product, last=last))


def function(text: str) -> Op:
    return next(op for op in read_any(text, "").op.walk() if op.name == "util.func")


@pytest.mark.parametrize("out", ["%e", "%z", "%x", "%w"])
def test_what_is_written_over_does_not_count(out: str) -> None:
    assert same(loop(), loop(out=out))


@pytest.mark.parametrize("out", ["%z", "%x", "%w"])
def test_what_the_body_reads_of_its_target_counts(out: str) -> None:
    assert not same(loop(last="%o"), loop(out=out, last="%o"))


def test_an_operand_that_is_not_used_does_not_count() -> None:
    assert same(loop(last="%a"), loop("%x, %u, %u", last="%a"))


@pytest.mark.parametrize(
    "other",
    [
        {"ins": "%x, %v, %u"},  # as many elements each
        {"ins": "%x, %u, %u"},
        {"ins": "%x, %v, %v"},
        {"ins": "%w, %u, %v"},
        {"ins": "%u, %x, %v", "read_along": "RFR"},
        {"ins": "%x, %u, %k", "read_along": "FRC"},
        {"ins": "%x, %u, %w", "read_along": "FRF"},
        {"product": "%b, %a"},
        {"product": "%a, %a"},
        {"last": "%b"},
    ],
)
def test_each_operand_counts_in_its_place(other: dict[str, str]) -> None:
    assert same(loop(**other), loop(**other))
    assert not same(loop(), loop(**other))


def test_a_loop_that_does_not_run_gives_what_was_there() -> None:
    assert not same(function(REDUCED.format(out="%e")), function(REDUCED.format(out="%u")))


def test_tensors_have_factors_of_their_own() -> None:
    """The sum of two tensors tells which is which, and is the same however many elements are mixed at once."""
    x = weights()
    assert len({int(factor(n)) for n in range(100)}) == 100
    assert all(int(factor(n)) % 2 for n in range(100))
    assert (mix_all(x[0], [x, x[::-1]]) != mix_all(x[0], [x[::-1], x])).all()
    assert len(set(mix_all(x[0], [x, x]).tolist())) == PIECE
    wide = x[: 3 * (PIECE // 4)].reshape(3, -1), x[:3].reshape(3, 1)
    rows = [mix_all(x[0], [wide[0][n], wide[1][n]]) for n in range(3)]
    assert (mix_all(x[0], [*wide]) == rows).all()

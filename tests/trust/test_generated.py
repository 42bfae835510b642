"""Random programs: optimised, they cost no more, leave the same bits in memory, and are accepted by Triton."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, seed, settings

import egraph_opt
from benchmarks.trust.generated import FAILED, SETTINGS, failure
from egraph_opt.baseline import libtriton
from egraph_opt.text import read
from tests.support.program_steps import region
from tests.support.program_text import Builder
from tests.support.programs import Program, difference, programs


@pytest.mark.parametrize(
    "chosen", [pytest.param(name, marks=pytest.mark.slow) if name in ("shared_bytes", "converts") else name for name in SETTINGS]
)
def test_random_programs_stay_what_they_are(chosen: str) -> None:
    """By time, and with all that may move; the simple cost models are slow."""
    written: list[str] = []
    counts = Counter[tuple[str, str]]()

    @seed(list(SETTINGS).index(chosen))  # other programs for each setting, the same ones in each run
    @settings(max_examples=30, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(programs())
    def check(program: Program) -> None:
        assert failure(program, chosen, written, counts) == ""

    check()
    assert counts[chosen, "cheaper"] > 20, "programs in which nothing can be improved test little"
    assert [a.error for a in libtriton.ask("accept", written) if a.text is None] == []


def test_the_programs_are_valid_and_use_every_operation() -> None:
    written: list[str] = []

    @settings(max_examples=200, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
    @given(programs())
    def check(program: Program) -> None:
        written.append(program.text)

    check()
    assert [a.error for a in libtriton.ask("accept", written) if a.text is None] == []
    used = {op.name for text in written for op in read(text).op.walk()}
    assert used >= {
        *(f"scf.{name}" for name in "for while if".split()),
        *(
            f"tt.{name}"
            for name in "load broadcast expand_dims reduce scan trans reshape join split dot gather histogram".split()
        ),
        *(f"ttg.{name}" for name in "convert_layout local_alloc local_load".split()),
    }


@pytest.mark.parametrize("wrong", ["other operation", "other trip count", "swapped operands"])
def test_a_wrong_program_is_told_apart(wrong: str) -> None:
    """The comparison itself sees what it is there to see."""
    text = """#l0 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%p0: !tt.ptr<f32>, %p1: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %i = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #l0>
    %p = tt.splat %p0 : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>, #l0>
    %q = tt.addptr %p, %i : tensor<32x!tt.ptr<f32>, #l0>, tensor<32xi32, #l0>
    %x = tt.load %q : tensor<32x!tt.ptr<f32>, #l0>
    %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%y = %x) -> (tensor<32xf32, #l0>)  : i32 {
      %z = arith.subf %x, %y : tensor<32xf32, #l0>
      scf.yield %z : tensor<32xf32, #l0>
    }
    %s = tt.splat %p1 : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>, #l0>
    %t = tt.addptr %s, %i : tensor<32x!tt.ptr<f32>, #l0>, tensor<32xi32, #l0>
    tt.store %t, %r : tensor<32x!tt.ptr<f32>, #l0>
    tt.return
  }
}
"""
    program = Program(text, (("f32", 32, False), ("f32", 32, True)))
    old, new = {
        "other operation": ("arith.subf", "arith.addf"),
        "other trip count": ("to %c3", "to %c2"),
        "swapped operands": ("%x, %y", "%y, %x"),
    }[wrong]
    assert difference(program, text, 1, by_register=True) == ""
    assert "differ" in difference(program, text.replace(old, new), 1)


@pytest.mark.parametrize("element,moved", [("f32", True), ("i32", False)])
def test_the_order_of_a_sum_is_seen_by_register(element: str, moved: bool) -> None:
    """A float sum in another layout has other bits, though by value it is the same; a sum of integers has not."""
    b = Builder(lambda options: 0)
    l0, l1 = (
        b.blocked(2),
        b.alias("#ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [0, 1]}>"),
    )
    pointers = b.addresses((32, 32), element, l0, written=False)
    loaded = b.emit(f"tt.load {pointers.name} : {pointers.type}", pointers.shape, element, l0)
    at = len(b.lines)
    texts = []
    for layout in (l0, l1):
        del b.lines[at:], b.pointers[1:]
        held = b.convert(loaded, layout)
        body = region(b, "tt.reduce", f"add{element[0]}", element)
        sum = b.emit(
            f'"tt.reduce"({held.name}) <{{axis = 1 : i32}}> {body} : ({held.type}) -> =>', (32,), element, b.slice(layout, 1)
        )
        out = b.addresses((32,), element, sum.layout, written=True)
        b.line(f"tt.store {out.name}, {sum.name} : {out.type}")
        texts.append(b.text())
    program = Program(texts[0], tuple(b.pointers))
    assert difference(program, texts[1], 1) == ""
    assert ("differ" in difference(program, texts[1], 1, by_register=True)) == moved


def test_a_scan_in_a_slice_layout_has_a_cost() -> None:
    """Found here: the axis of the slice was taken for the one that the scan runs along."""
    layout = "#ttg.slice<{dim = 1, parent = #l0}>"
    egraph_opt.optimize(f"""#l0 = #ttg.blocked<{{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}}>
module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32}} {{
  tt.func public @kernel(%p0: !tt.ptr<i32>) {{
    %i = tt.make_range {{end = 32 : i32, start = 0 : i32}} : tensor<32xi32, {layout}>
    %x = "tt.scan"(%i) <{{axis = 0 : i32, reverse = false}}> ({{
    ^bb0(%a: i32, %b: i32):
      %c = arith.addi %a, %b : i32
      tt.scan.return %c : i32
    }}) : (tensor<32xi32, {layout}>) -> tensor<32xi32, {layout}>
    %p = tt.splat %p0 : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>, {layout}>
    %q = tt.addptr %p, %i : tensor<32x!tt.ptr<i32>, {layout}>, tensor<32xi32, {layout}>
    tt.store %q, %x : tensor<32x!tt.ptr<i32>, {layout}>
    tt.return
  }}
}}
""")


def test_the_results_of_a_split_have_one_type() -> None:
    """Found here, with the layouts of stores free to change."""
    result = egraph_opt.optimize(SPLIT, work_limit=2_000_000, move_stores=True)
    assert result.stopped_by not in FAILED, result.remarks


SPLIT = """#l0 = #ttg.blocked<{sizePerThread = [2, 4], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [0, 1]}>
#l1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [2, 1], order = [0, 1]}>
#l2 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#l3 = #ttg.linear<{register = [[0, 1], [1, 0], [2, 0]], lane = [[4, 0], [8, 0], [16, 0], [0, 0], [0, 0]], warp = [[0, 0]], block = []}>
#s0 = #ttg.slice<{dim = 1, parent = #l0}>
#s1 = #ttg.slice<{dim = 1, parent = #l1}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%p0: !tt.ptr<f16>, %p1: !tt.ptr<f16>, %p2: !tt.ptr<f16>) {
    %0 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #l2>
    %1 = tt.splat %p0 : !tt.ptr<f16> -> tensor<32x!tt.ptr<f16>, #l2>
    %2 = tt.addptr %1, %0 : tensor<32x!tt.ptr<f16>, #l2>, tensor<32xi32, #l2>
    %3 = tt.load %2 : tensor<32x!tt.ptr<f16>, #l2>
    %4 = tt.join %3, %3 : tensor<32xf16, #l2> -> tensor<32x2xf16, #l3>
    %5:2 = tt.split %4 : tensor<32x2xf16, #l3> -> tensor<32xf16, #l2>
    %6 = arith.constant dense<3> : tensor<32xi32, #s0>
    %7 = arith.constant dense<31> : tensor<32xi32, #s0>
    %8 = arith.andi %6, %7 : tensor<32xi32, #s0>
    %9 = tt.gather %5#1[%8] {axis = 0 : i32} : (tensor<32xf16, #l2>, tensor<32xi32, #s0>) -> tensor<32xf16, #s0>
    %10 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #l2>
    %11 = tt.splat %p1 : !tt.ptr<f16> -> tensor<32x!tt.ptr<f16>, #l2>
    %12 = tt.addptr %11, %10 : tensor<32x!tt.ptr<f16>, #l2>, tensor<32xi32, #l2>
    tt.store %12, %5#0 : tensor<32x!tt.ptr<f16>, #l2>
    %13 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #s0>
    %14 = tt.splat %p2 : !tt.ptr<f16> -> tensor<32x!tt.ptr<f16>, #s0>
    %15 = tt.addptr %14, %13 : tensor<32x!tt.ptr<f16>, #s0>, tensor<32xi32, #s0>
    tt.store %15, %9 : tensor<32x!tt.ptr<f16>, #s0>
    tt.return
  }
}
"""

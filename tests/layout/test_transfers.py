"""Waits, switches and executed regions hand on values in any layout; what a product still writes, and neighbours in a thread, stay."""

from __future__ import annotations

import pytest

import egraph_opt
from egraph_opt.baseline import libtriton

HEAD = """#a = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#m = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
!a = tensor<64x64xf32, #a>
!b = tensor<64x64xf32, #b>
!m = tensor<64x64xf32, #m>
!d = !ttg.memdesc<64x64xf16, #s, #smem>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
"""


def program(signature: str, body: str) -> str:
    return f"{HEAD}  tt.func public @f({signature}) {{\n{body}    tt.return\n  }}\n}}\n"


PRODUCT = program("%b: !d, %z: !m, %p: tensor<64x64x!tt.ptr<f32>, #a>, %q: tensor<64x64x!tt.ptr<f32>, #m>", """
    %d = ttng.warp_group_dot %b, %b, %z {isAsync = true} : !d * !d -> !m
    %w = ttng.warp_group_dot_wait %d {pendings = 0 : i32} : !m
    %c = ttg.convert_layout %w : !m -> !a
    tt.store %p, %c : tensor<64x64x!tt.ptr<f32>, #a>
""")  # fmt: skip
EARLY = PRODUCT.replace("    %w = ttng.warp_group_dot_wait %d {pendings = 0 : i32} : !m\n", "").replace(
    "    %c = ttg.convert_layout %w : !m -> !a\n",
    "    %w = ttg.convert_layout %d : !m -> !a\n    %c = ttng.warp_group_dot_wait %w {pendings = 0 : i32} : !a\n",
)
COUNTED = PRODUCT.replace("""    %c = ttg""", """    %v = ttng.warp_group_dot_wait %w {pendings = 0 : i32} : !m
    %c = ttg""").replace("%d {pendings = 0", "%d {pendings = 1").replace("%w : !m -> !a", "%v : !m -> !a")  # fmt: skip


def test_what_a_product_still_writes_is_converted_after_the_wait() -> None:
    assert egraph_opt.optimize(PRODUCT).ir == PRODUCT
    assert not egraph_opt.check(PRODUCT, EARLY).equal


def test_a_wait_that_leaves_products_running_finishes_nothing() -> None:
    early = COUNTED.replace("wait %w {pendings = 0 : i32} : !m\n    %c = ttg.convert_layout %v : !m -> !a",
                            "wait %w {pendings = 0 : i32} : !m\n    %c = ttg.convert_layout %w : !m -> !a")  # fmt: skip
    assert early != COUNTED and egraph_opt.optimize(COUNTED).ir == COUNTED
    assert not egraph_opt.check(COUNTED, early).equal


TWICE = program("%s: f32, %p: tensor<64x64x!tt.ptr<f32>, #a>, %q: tensor<64x64x!tt.ptr<f32>, #b>", """
    %x = tt.splat %s : f32 -> !b
    %w = ttng.warp_group_dot_wait %x {pendings = 0 : i32} : !b
    %c = ttg.convert_layout %w : !b -> !a
    tt.store %p, %c : tensor<64x64x!tt.ptr<f32>, #a>
    tt.store %q, %w : tensor<64x64x!tt.ptr<f32>, #b>
""")  # fmt: skip
SWITCH = program("%n: index, %s: f32, %p: tensor<64x64x!tt.ptr<f32>, #a>, %q: tensor<64x64x!tt.ptr<f32>, #b>", """
    %x = tt.splat %s : f32 -> !b
    %w = scf.index_switch %n -> !b
    case 1 {
      %y = math.exp %x : !b
      tt.store %q, %x : tensor<64x64x!tt.ptr<f32>, #b>
      scf.yield %y : !b
    }
    case 2 {
      %y = math.absf %x : !b
      scf.yield %y : !b
    }
    default {
      scf.yield %x : !b
    }
    %c = ttg.convert_layout %w : !b -> !a
    tt.store %p, %c : tensor<64x64x!tt.ptr<f32>, #a>
""")  # fmt: skip
REGION = program("%s: f32, %p: tensor<64x64x!tt.ptr<f32>, #a>, %q: tensor<64x64x!tt.ptr<f32>, #b>", """
    %x = tt.splat %s : f32 -> !b
    %w = scf.execute_region -> !b {
      tt.store %q, %x : tensor<64x64x!tt.ptr<f32>, #b>
      %y = math.exp %x : !b
      scf.yield %y : !b
    }
    %c = ttg.convert_layout %w : !b -> !a
    tt.store %p, %c : tensor<64x64x!tt.ptr<f32>, #a>
""")  # fmt: skip


@pytest.mark.parametrize("text", [TWICE, SWITCH, REGION])
def test_values_are_handed_on_in_each_layout_that_is_used(text: str) -> None:
    result = egraph_opt.optimize(text)
    (record,) = result.functions
    assert record.converts_before == 1 and record.converts_after == 0 and not record.remark
    assert egraph_opt.check(text, result.ir).equal


def test_regions_without_results_keep_their_ends() -> None:
    """Nothing uses the results, and regions have terminators that cannot be left out."""
    for text in (SWITCH, REGION):
        unused = text.replace("%c = ttg.convert_layout %w : !b -> !a", "%c = ttg.convert_layout %x : !b -> !a")
        result = egraph_opt.optimize(unused)
        assert result.functions[0].converts_after == 0 and "math.exp" not in result.ir
        assert all(answer.text for answer in libtriton.ask("accept", [unused, result.ir]))


def test_regions_that_must_not_be_dissolved_stay() -> None:
    text = REGION.replace("execute_region -> !b {", "execute_region -> !b no_inline {")
    assert egraph_opt.optimize(text).ir == text


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (SWITCH, "case 1", "case 3"),
        (SWITCH, "math.absf", "math.exp"),
        (SWITCH, "scf.index_switch %n", "scf.index_switch %m"),
        (SWITCH, "store %q, %x", "store %q, %y"),
        (REGION, "store %q, %x", "store %q, %z"),
        (REGION, "math.exp", "math.absf"),
        (TWICE, "pendings = 0", "pendings = 1"),
    ],
)
def test_another_program_is_no_equal_one(text: str, old: str, new: str) -> None:
    before = text.replace("%n: index", "%n: index, %m: index").replace("%s: f32", "%s: f32, %z: !b")
    other = before.replace(old, new)
    assert other != before and egraph_opt.check(before, before).equal
    assert not egraph_opt.check(before, other).equal


def test_elements_that_are_taken_together_stay_neighbours() -> None:
    text = program("%x: !a, %p: tensor<64x64x!tt.ptr<f32>, #a>", """
    %y = ttg.convert_layout %x : !a -> !b
    %w = "tt.map_elementwise"(%y) <{pack = 2 : i32}> ({
    ^bb0(%i: f32, %j: f32):
      tt.map_elementwise.return %j, %i : f32, f32
    }) : (!b) -> !b
    %c = ttg.convert_layout %w : !b -> !a
    tt.store %p, %c : tensor<64x64x!tt.ptr<f32>, #a>
""")  # fmt: skip
    assert egraph_opt.optimize(text).ir == text
    moved = (
        text.replace("    %y = ttg.convert_layout %x : !a -> !b\n", "")
        .replace("(%y)", "(%x)")
        .replace("(!b) -> !b", "(!a) -> !a")
    )
    moved = moved.replace("    %c = ttg.convert_layout %w : !b -> !a\n", "").replace("%p, %c", "%p, %w")
    assert not egraph_opt.check(text, moved).equal and egraph_opt.check(singly(text), singly(moved)).equal


def singly(text: str) -> str:
    """Return the program with each element taken alone."""
    return text.replace("pack = 2", "pack = 1").replace("%i: f32, %j: f32", "%i: f32").replace("%j, %i : f32, f32", "%i : f32")

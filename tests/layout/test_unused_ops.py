"""Unused operations: those that only compute, read or allocate go, and what they alone used; the others stay."""

from __future__ import annotations

import pytest

import egraph_opt

HEAD = """#a = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#m = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
!b = !ttg.memdesc<64x64xf16, #s, #smem>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%p: tensor<64x64x!tt.ptr<f16>, #a>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
"""
PRODUCT = """    %z = arith.constant dense<0.0> : tensor<64x64xf32, #m>
    %b = ttg.local_alloc %x : (tensor<64x64xf16, #a>) -> !ttg.memdesc<64x64xf16, #s, #smem>
    %d = ttng.warp_group_dot %b, %b, %z {isAsync = true} : !b * !b -> tensor<64x64xf32, #m>
"""
LOAD = "    %x = tt.load %p : tensor<64x64x!tt.ptr<f16>, #a>\n"
LOOP = """    %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (tensor<64x64xf16, #a>) : i32 {
      %t = arith.addf %s, %x : tensor<64x64xf16, #a>
      scf.yield %t : tensor<64x64xf16, #a>
    }
"""
UNUSED = {
    "load": LOAD,
    "loop": LOAD + LOOP,
    "copy": LOAD + "    %b = ttg.local_alloc %x : (tensor<64x64xf16, #a>) -> !ttg.memdesc<64x64xf16, #s, #smem>\n",
    "product": LOAD + PRODUCT,
    "reduction": LOAD + """    %r = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%i: f16, %j: f16):
      %k = arith.addf %i, %j : f16
      tt.reduce.return %k : f16
    }) : (tensor<64x64xf16, #a>) -> tensor<64xf16, #ttg.slice<{dim = 1, parent = #a}>>
""",
    "conditional": LOAD + """    %q = arith.cmpi eq, %n, %c0 : i32
    scf.if %q {
      %y = tt.load %p : tensor<64x64x!tt.ptr<f16>, #a>
    }
""",
}  # fmt: skip
STAYS = {
    "volatile load": (LOAD.replace("%p :", "%p {isVolatile = true} :"), "tt.load"),
    "counted product": (LOAD + PRODUCT + "    ttng.warp_group_dot_wait %b {pendings = 1 : i32} : !ttg.memdesc<64x64xf16, #s, #smem>\n",
                        "ttng.warp_group_dot "),
    "store in a loop": (LOAD + LOOP.replace("      scf.yield", "      tt.store %p, %t : tensor<64x64x!tt.ptr<f16>, #a>\n      scf.yield"),
                        "scf.for"),
}  # fmt: skip


def program(body: str) -> str:
    return f"{HEAD}{body}    tt.return\n  }}\n}}\n"


@pytest.mark.parametrize("body", UNUSED.values(), ids=UNUSED)
def test_what_is_unused_goes(body: str) -> None:
    result = egraph_opt.optimize(program(body))
    (record,) = result.functions
    assert record.cost_before > record.cost_after == 0.0 and record.optimal
    assert egraph_opt.check(program(body), result.ir).equal


@pytest.mark.parametrize(("body", "name"), STAYS.values(), ids=STAYS)
def test_what_has_an_effect_stays(body: str, name: str) -> None:
    result = egraph_opt.optimize(program(body))
    assert name in result.ir and not result.stopped_by


def test_carried_values_without_a_use_go() -> None:
    """The loop stays for the value that is stored; the other one is not carried any more."""
    loop = LOOP.replace("%r = ", "%r:2 = ").replace("(%s = %x)", "(%s = %x, %u = %x)").replace("(tensor<64x64xf16, #a>) :",
        "(tensor<64x64xf16, #a>, tensor<64x64xf16, #a>) :").replace("scf.yield %t : tensor<64x64xf16, #a>",
        "%v = math.exp %u : tensor<64x64xf16, #a>\n      scf.yield %t, %v : tensor<64x64xf16, #a>, tensor<64x64xf16, #a>")  # fmt: skip
    text = program(LOAD + loop + "    tt.store %p, %r#0 : tensor<64x64x!tt.ptr<f16>, #a>\n")
    result = egraph_opt.optimize(text)
    assert "math.exp" in text and "math.exp" not in result.ir and "scf.for" in result.ir
    assert egraph_opt.check(text, result.ir).equal


def test_partitions_of_carried_values_go_with_them() -> None:
    """Triton refuses a loop with more entries in `ttg.partition.outputs` than results."""
    marks = "{ttg.partition = array<i32: 0, 1>, ttg.partition.outputs = [array<i32: 0>, array<i32: 1>]}"
    one, two = "ttg.partition = array<i32: 0>", "tensor<64x64xf16, #a>, tensor<64x64xf16, #a>"
    loop = f"""    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x, %u = %x) -> ({two}) : i32 {{
      %t = arith.addf %s, %x {{{one}}} : tensor<64x64xf16, #a>
      %v = math.exp %u {{{one.replace("0", "1")}}} : tensor<64x64xf16, #a>
      scf.yield {{ttg.partition = array<i32: 0, 1>}} %t, %v : {two}
    }} {marks}
"""
    text = program(LOAD + loop + "    tt.store %p, %r#0 : tensor<64x64x!tt.ptr<f16>, #a>\n")
    result = egraph_opt.optimize(text)
    assert "math.exp" not in result.ir and "ttg.partition.outputs = [array<i32: 0>]" in result.ir and not result.stopped_by

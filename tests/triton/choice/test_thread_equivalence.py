"""Programs of which no thread knows a difference."""

from __future__ import annotations

import pytest

from egraph_opt.text import read
from egraph_opt.triton.choice.thread_equivalence import alike
from tests.support.kernels import kernels

HEAD = """
#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
#c = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>) {
    %one = arith.constant dense<1> : tensor<512xi32, #a>
"""
TAIL = """
    tt.return
  }
}
"""
RANGE = "%{n} = tt.make_range {{end = 512 : i32, start = 0 : i32}} : tensor<512xi32, {of}>\n"
SLICE = "#ttg.slice<{dim = 0, parent = #b}>"
LOAD = """%{n}s = tt.splat %{of} : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #a>
%{n} = tt.load %{n}s : tensor<512x!tt.ptr<f32>, #a>
"""
STORE = """%to = tt.splat %p : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #a>
tt.store %to, %{of} : tensor<512x!tt.ptr<f32>, #a>
"""
SUM = """%{n} = "tt.reduce"(%{of}) <{{axis = 0 : i32}}> ({{
^bb0(%u: f32, %v: f32):
  %w = arith.addf %u, %v : f32
  tt.reduce.return %w : f32
}}) : (tensor<512xf32, #a>) -> f32
%{n}s = tt.splat %{n} : f32 -> tensor<512xf32, #a>
"""
ADD = "%{n} = arith.addf %{a}, %{b} : tensor<512xf32, #a>\n"
FLOAT = "%{n} = arith.sitofp %{of} : tensor<512xi32, #a> to tensor<512xf32, #a>\n"


def convert(name: str, of: str, source: str, target: str) -> str:
    return f"%{name} = ttg.convert_layout %{of} : tensor<512xi32, {source}> -> tensor<512xi32, {target}>\n"


X, Y = LOAD.format(n="x", of="p"), LOAD.format(n="y", of="q")
ALIKE = {
    "one of two equal computations, by a conversion that moves nothing": (
        RANGE.format(n="i", of=SLICE) + convert("j", "i", SLICE, "#a") + FLOAT.format(n="f", of="j") + STORE.format(of="f"),
        RANGE.format(n="i", of="#a") + RANGE.format(n="k", of=SLICE) + FLOAT.format(n="f", of="i") + STORE.format(of="f"),
    ),
    "loads that stand beside each other": (X + Y + ADD.format(n="z", a="x", b="y") + STORE.format(of="z"),
                                           Y + X + ADD.format(n="z", a="x", b="y") + STORE.format(of="z")),
}  # fmt: skip
OTHER = {
    "a conversion that moves elements": (
        RANGE.format(n="i", of="#c") + convert("j", "i", "#c", "#a") + FLOAT.format(n="f", of="j") + STORE.format(of="f"),
        RANGE.format(n="j", of="#a") + FLOAT.format(n="f", of="j") + STORE.format(of="f"),
    ),
    "a load that stood behind a sum": (
        X + SUM.format(n="s", of="x") + Y + ADD.format(n="z", a="ss", b="y") + STORE.format(of="z"),
        X + Y + SUM.format(n="s", of="x") + ADD.format(n="z", a="ss", b="y") + STORE.format(of="z"),
    ),
    "another operand": (X + Y + ADD.format(n="z", a="x", b="y") + STORE.format(of="z"),
                        X + Y + ADD.format(n="z", a="x", b="x") + STORE.format(of="z")),
    "a load less": (X + Y + ADD.format(n="z", a="x", b="x") + STORE.format(of="z"),
                    X + ADD.format(n="z", a="x", b="x") + STORE.format(of="z")),
}  # fmt: skip


@pytest.mark.parametrize("what", [*ALIKE, *OTHER])
def test_what_is_alike(what: str) -> None:
    one, other = (read(HEAD + body + TAIL) for body in (ALIKE | OTHER)[what])
    assert alike(one, other) is alike(other, one) is (what in ALIKE)


def test_each_kernel_is_like_itself_and_no_other() -> None:
    modules = [read(path.read_text()) for path in kernels("final")[::9]]
    assert [[alike(a, b) for b in modules] for a in modules] == [[a is b for b in modules] for a in modules]

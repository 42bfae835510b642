"""Arguments that launches pass as 1 are constants although their parameters have annotated types: where, and in which launches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

pytest.importorskip("triton")

import triton
import triton.language as tl

import egraph_opt.triton as plugin
from egraph_opt.interpret import interpret
from egraph_opt.text import read
from egraph_opt.triton.capture.fake_driver import FakeTensor
from egraph_opt.triton.compile.unit_arguments import with_units
from egraph_opt.triton.pipeline.launch_hook import unit_arguments
from tests.support import jit_kernels, noted_launches

own_cache, one_child, launched = jit_kernels.own_cache, noted_launches.one_child, noted_launches.launched


@triton.jit
def product(a, b, c, count, a_row, a_column: tl.int64, b_row, b_column: tl.int64, c_row, c_column: tl.int64, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    left = a + at[:, None] * a_row + at[None, :] * a_column
    right = b + at[:, None] * b_row + at[None, :] * b_column
    total = tl.zeros((BLOCK, BLOCK), tl.float32)
    for _ in range(count):
        total = tl.dot(tl.load(left), tl.load(right), total)
        left += BLOCK * a_column
        right += BLOCK * b_row
    tl.store(c + at[:, None] * c_row + at[None, :] * c_column, total.to(tl.float16))


@triton.jit
def sums(x, y, row, column: tl.int32, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(y + at, tl.sum(tl.load(x + at[:, None] * row + at[None, :] * column), axis=1))


def launch_product(column: int = 1) -> Any:
    tensors = [FakeTensor("float16", address=at << 20) for at in (1, 2, 3)]
    return product[(1,)](*tensors, 64, 4096, column, 4096, column, 4096, column, BLOCK=64)


def launch_sums(kind: str) -> Any:
    return sums[(1,)](FakeTensor(kind), FakeTensor(kind, address=2 << 20), 4096, 1, BLOCK=128)


@pytest.fixture(autouse=True)
def new_kernels() -> Iterator[None]:
    yield
    plugin.disable()
    for function in (product, sums):
        function.device_caches.clear()


def has_constant_strides(kernel: Any) -> bool:
    return "async_copy" in kernel.asm["ttgir"] or "async_tma" in kernel.asm["ttgir"]


@pytest.mark.parametrize("background", [True, False])
def test_launches_that_pass_1_run_the_program_with_constants(launched: list[Any], background: bool) -> None:
    plugin.enable(background=background, descriptors=False)
    for column in (1, 2):
        launch_product(column)
        plugin.finish()
        launch_product(column)
    first, again, *strided = launched
    assert has_constant_strides(again) and has_constant_strides(first) is not background
    assert not any(map(has_constant_strides, strided))
    changes = [each.change for each in plugin.report().kernels]
    assert any("constants for 3 arguments that launches pass as 1" in each for each in changes)
    plugin.disable()
    product.device_caches.clear()
    plugin.enable(background=background, descriptors=False)  # as another process: the result is in the cache
    launch_product()
    assert has_constant_strides(launched[-1])


def test_the_kernel_that_a_launch_returns_may_be_launched_with_other_integers(launched: list[Any]) -> None:
    plugin.enable(background=False)
    found = launch_product()
    arguments = [*(FakeTensor("float16") for _ in range(3)), 64, 4096, 2, 4096, 1, 4096, 1, 64]
    found.run(1, 1, 1, 0, None, None, None, None, None, *arguments)
    assert has_constant_strides(launched[0]) and not has_constant_strides(launched[1])
    assert not has_constant_strides(found._kernel), "which `found[grid]` launches"


def test_without_versions_arguments_stay(launched: list[Any]) -> None:
    plugin.enable(versions=False)
    launch_product()
    plugin.finish()
    launch_product()
    assert not any(map(has_constant_strides, launched))


@pytest.mark.parametrize(("kind", "may_change"), [("float32", False), ("int32", True)])
def test_sums_of_floats_keep_their_order(launched: list[Any], kind: str, may_change: bool) -> None:
    plugin.enable()
    launch_sums(kind)
    plugin.finish()
    launch_sums(kind)
    before, after = ("vectorized" if "ld.global.v4" in each.asm["ptx"] else "scalar" for each in launched)
    assert (before, after) == ("scalar", "vectorized" if may_change else "scalar")


def test_only_integers_of_annotated_types_are_found() -> None:
    keys = {
        ((("*fp16", "D"), ("constexpr", 1), ("i64", 1), ("i32", "D"), ("i32", ""), ("u1", 1), ("u32", 1)), "options"): "key",
        ((("*fp16", "D"), ("constexpr", 1), ("i64", "")), "options"): "other",
        ((("i64", 1), (("i32", "i32"), (1, 1))), "options"): "a tuple",
        ((("tensordesc<fp16[64, 64]>", None), ("i64", 1)), "options"): "a descriptor",
    }
    assert unit_arguments(keys, "key") == (1, 5)
    assert not any(unit_arguments(keys, key) for key in ("other", "a tuple", "a descriptor", "none"))
    assert unit_arguments({"another table": "key"}, "key") == unit_arguments({(1, 2): "key"}, "key") == ()


TEXT = """module {
  tt.func public @k(%p: !tt.ptr<i32>, %n: i32, %stride: i64) {
    %wide = arith.extsi %n : i32 to i64
    %at = arith.muli %wide, %stride : i64
    %none = arith.constant 0 : i64
    %odd = arith.cmpi sgt, %at, %none : i64
    cf.cond_br %odd, ^bb1, ^bb2
  ^bb1:
    %to = tt.addptr %p, %at : !tt.ptr<i32>, i64
    %value = arith.trunci %stride : i64 to i32
    tt.store %to, %value : !tt.ptr<i32>
    tt.return
  ^bb2:
    tt.return
  }
}
"""


@pytest.mark.parametrize("stride", [1, 2])
def test_a_program_with_constants_writes_the_same_where_arguments_are_1(stride: int) -> None:
    (general,), module = read(TEXT).functions(), with_units(read(TEXT), [2])
    (unit,) = module.functions()
    written = []
    for function in (general, unit):
        array = np.zeros(8, np.int32)
        interpret(function, [array, 3, stride])
        written.append(array.tolist())
    assert (written[0] == written[1]) is (stride == 1)

"""Kernels of large grids run programs with merged instances: when, with which proof, and in which launches; without a GPU."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("triton")

import triton
import triton.language as tl

import egraph_opt.triton as plugin
from egraph_opt.text import read
from egraph_opt.triton.background.background_job import KernelResult, parse_result
from egraph_opt.triton.background.merged_form import divides_wide, has_same_order, merged_text, require_equal
from egraph_opt.triton.capture.fake_driver import FakeTensor
from egraph_opt.triton.choice.gain_hints import may_merge_instances
from egraph_opt.triton.launches.kernel_forms import MergedForm
from egraph_opt.triton.launches.merged_launch import MergedLaunch
from tests.ir.test_instance_merging import BLOCKS, BRANCHES
from tests.support import jit_kernels, noted_launches

own_cache, one_child, launched = jit_kernels.own_cache, noted_launches.one_child, noted_launches.launched


@triton.jit
def quantise(in_ptr, out_ptr, scale_ptr, stride, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    x = tl.load(in_ptr + row * stride + at).to(tl.float32)
    scale = tl.max(tl.abs(x), axis=0) / 448.0
    tl.store(out_ptr + row * stride + at, (x / scale).to(tl.float16))
    tl.store(scale_ptr + row, scale)


@triton.jit
def blend(in_ptr, out_ptr, stride, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    x = tl.load(in_ptr + row * stride + at).to(tl.float32)
    tl.store(out_ptr + row * stride + at, (x * 0.5).to(tl.float16))


@pytest.fixture(autouse=True)
def new_kernels() -> Iterator[None]:
    yield
    plugin.disable()
    for function in (quantise, blend):
        function.device_caches.clear()


def launch(function: Any, instances: int, block: int = 128, **options: Any) -> Any:
    tensors = [FakeTensor("float16"), FakeTensor("float16"), *([FakeTensor("float32")] if function is quantise else [])]
    return function[(instances,)](*tensors, block, BLOCK=block, **options)


@pytest.mark.parametrize(("function", "warps", "merged_warps"), [(quantise, 1, 1), (quantise, 4, 4), (blend, 4, 1)])
def test_large_launches_run_merged_instances(launched: list[Any], function: Any, warps: int, merged_warps: int) -> None:
    plugin.enable()
    launch(function, 1 << 17, num_warps=warps)
    plugin.finish()
    for instances in (1 << 17, (1 << 17) + 1, 1024):  # the second does not divide, the third is small
        launch(function, instances, num_warps=warps)
    own, large, odd, small = launched
    assert own is odd is small is not large
    assert large.asm["ttir"].count("tt.store") in (4 * own.asm["ttir"].count("tt.store"), 8 * own.asm["ttir"].count("tt.store"))
    assert large.metadata.num_warps == merged_warps and has_same_order(own.asm["ttgir"], large.asm["ttgir"], 0) is (
        function is blend
    )
    assert any("in large grids, one instance for" in each.change for each in plugin.report().kernels)
    function.device_caches.clear()
    plugin.disable()
    plugin.enable()  # as another process: the result is in the cache
    launch(function, 1 << 17, num_warps=warps)
    assert launched[-1].asm["ttir"] == large.asm["ttir"]


def test_a_kernel_that_moves_much_per_instance_keeps_its_grid(launched: list[Any]) -> None:
    plugin.enable()
    launch(blend, 1 << 17, block=4096)
    assert not may_merge_instances(launched[-1].asm, "cuda:90") and not may_merge_instances(launched[-1].asm, "cuda:80")
    plugin.finish()
    launch(blend, 1 << 17, block=4096)
    assert launched[0].asm["ttir"] == launched[1].asm["ttir"]


def test_without_versions_instances_are_not_merged(launched: list[Any]) -> None:
    plugin.enable(versions=False)
    launch(quantise, 1 << 17)
    plugin.finish()
    launch(quantise, 1 << 17)
    assert launched[0].asm["ttir"] == launched[1].asm["ttir"]


@pytest.mark.parametrize(
    ("op", "type", "wide"), [("divsi", "i64", True), ("remui", "i64", True), ("divsi", "i32", False), ("muli", "i64", False)]
)
def test_divisions_of_64_bits_are_found(op: str, type: str, wide: bool) -> None:
    text = f"""module {{
  tt.func public @k(%a: {type}) {{
    %x = arith.{op} %a, %a : {type}
    tt.return
  }}
}}
"""
    assert divides_wide(read(text)) == wide


WRONG = {
    "another instance": ("arith.constant 3 : i32", "arith.constant 2 : i32"),
    "another product": ("arith.muli %p", "arith.addi %p"),
    "a store missing": ("tt.store", "// tt.store"),
    "a store too many": ("tt.return", "tt.store %in, %extra : !tt.ptr<f32>\n    tt.return"),
    "a load too many": ("tt.return", "%lost = tt.load %in : !tt.ptr<f32>\n    tt.return"),
    "another operation": ("arith.mulf", "arith.addf"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_merged_programs_are_not_proved(name: str) -> None:
    right = merged_text(read(BLOCKS), 4, 0)
    require_equal(read(BLOCKS), read(right), 4, 0)
    old, new = WRONG[name]
    assert old in right
    head, _, tail = right.rpartition(old)
    wrong = f"{head}{new}{tail}".replace(
        "%p = tt.get_program_id", "%extra = arith.constant 0.0 : f32\n    %p = tt.get_program_id"
    )
    with pytest.raises(RuntimeError):
        require_equal(read(BLOCKS), read(wrong), 4, 0)


def test_the_number_of_programs_of_a_merged_program_is_scaled() -> None:
    right = merged_text(read(BRANCHES), 2, 1)
    require_equal(read(BRANCHES), read(right), 2, 1)
    product = next(line for line in right.splitlines() if "arith.muli %many" in line)
    wrong = right.replace(product, product.replace("arith.muli", "arith.addi"))
    with pytest.raises(RuntimeError, match="merged instance 0"):
        require_equal(read(BRANCHES), read(wrong), 2, 1)


def test_reductions_in_other_layouts_are_another_order() -> None:
    text = """#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%x: tensor<64xf32, #a>) {
    %y = tt.reshape %x allow_reorder : tensor<64xf32, #a> -> tensor<64xf32, #a>
    tt.return
  }
}"""
    line = next(line for line in text.splitlines() if "reshape" in line)
    assert has_same_order(text, text.replace(line, f"{line}\n{line.replace('%y', '%z')}"), 2)
    assert not has_same_order(text, text, 2)
    assert not has_same_order(text, text.replace("sizePerThread = [1]", "sizePerThread = [2]"), 1)


class Launched:
    """Compiled kernel that notes its launches."""

    metadata = None

    def __init__(self, name: str, found: list[tuple[str, tuple[int, ...]]]) -> None:
        self.function, self.packed_metadata, self.launch_metadata = name, name, lambda *_: None
        self._found = found

    def run(self, x: int, y: int, z: int, stream: Any, function: str, packed: str, *_: Any) -> None:
        assert function == packed
        self._found.append((function, (x, y, z)))


def test_the_grid_is_divided_along_the_axis_of_the_merged_instances(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("egraph_opt.triton.launches.merged_launch.multiprocessors", lambda _: 2.0)
    found: list[tuple[str, tuple[int, ...]]] = []
    kernel = MergedLaunch(Launched("own", found), Launched("merged", found), 4, 1, 8)
    for grid in ((2, 8, 1), (2, 9, 1), (1, 12, 1), (3, 4, 2)):
        kernel.run(*grid, None, "own", "own", None, None, None)
    assert found == [("merged", (2, 2, 1)), ("own", (2, 9, 1)), ("own", (1, 12, 1)), ("merged", (3, 1, 2))]
    assert kernel.choose_kernel((), (2, 8, 1, None)).function == "own"


def test_results_are_remembered() -> None:
    import json

    result = KernelResult(("a", "a.json"), merged=MergedForm(("b", "b.json"), 8, 0, 256, 1))
    assert parse_result(json.loads(json.dumps(result.record()))) == result


@pytest.mark.parametrize("stage", ("ttir", "ttgir", "ptx"))
def test_a_program_that_the_user_gives_is_launched_as_it_is(launched: list[Any], tmp_path: Path, stage: str) -> None:
    """Triton takes `ir_override` for whatever it compiles with these options, also for a program with merged instances."""
    launch(blend, 1 << 17)
    file = tmp_path / f"given.{stage}"
    file.write_text(launched.pop().asm[stage])
    plugin.enable()
    for _ in range(2):
        launch(blend, 1 << 17, ir_override=str(file))
        plugin.finish()
    own, later = launched
    assert own is later and own.asm[stage] == file.read_text()
    assert [(each.outcome, each.reason) for each in plugin.report().kernels] == [("kept", "ir_override gives its program")]

"""Kernels that loop over the threads of a block: their second version has a tensor instead; without a GPU."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("triton")

import triton
import triton.language as tl
from triton.compiler import CompiledKernel

import egraph_opt.triton as plugin
from egraph_opt.triton.capture.fake_driver import FakeTensor, driver, target_of
from egraph_opt.triton.choice.gain_hints import may_vectorize
from egraph_opt.triton.launches.version_dispatch import Versions
from tests.support import jit_kernels
from tests.support.jit_kernels import compile_for
from tests.support.launch_arrays import IN, MEAN, OUT, SCALE

own_cache = jit_kernels.own_cache


@triton.jit
def merge_states(v_ptr, s_ptr, out_ptr, sum_ptr, sets, heads, dim, THREADS: tl.constexpr):
    at = tl.program_id(0)
    for thread in range(THREADS):
        for head in range(heads):
            total, most, parts = 0.0, -50000.0, 1.0
            for number in range(sets):
                place = (at * sets + number) * heads + head
                score = tl.load(s_ptr + place)
                value = tl.load(v_ptr + place * dim + thread).to(tl.float32)
                new = tl.maximum(most, score)
                before, now = tl.exp2(most - new), tl.exp2(score - new)
                total, parts, most = total * before + value * now, parts * before + now, new
            place = at * heads + head
            tl.store(out_ptr + place * dim + thread, total / parts)
            tl.store(sum_ptr + place, most + tl.log2(parts))


@pytest.fixture
def launched(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The kernels that were launched."""
    found: list[Any] = []
    monkeypatch.setattr(CompiledKernel, "run", property(lambda kernel: lambda *_: found.append(kernel)))
    return found


@pytest.fixture(autouse=True)
def new_kernel() -> Iterator[None]:
    yield
    plugin.disable()
    merge_states.device_caches.clear()


def made() -> Any:
    plugin.enable()
    tensors = [FakeTensor("float16"), FakeTensor("float32"), FakeTensor("float16"), FakeTensor("float32")]
    with driver(target_of("cuda:90")):
        return merge_states.warmup(*tensors, 6, 32, 128, THREADS=128, grid=(64,))


@pytest.mark.parametrize(
    ("arrays", "is_second"), [((IN, SCALE, OUT, MEAN), True), ((IN, SCALE, IN, MEAN), False), ((IN, SCALE, OUT, OUT), False)]
)
def test_the_second_version_computes_all_iterations_at_once(
    arrays: tuple[Any, ...], is_second: bool, launched: list[Any]
) -> None:
    for again in range(2):  # then from the cache
        kernel = made()
        assert isinstance(kernel, Versions) and "tensor<128xf32" in kernel.second.asm["ttgir"]
        assert (kernel.second.metadata.num_warps, kernel.metadata.num_warps) == (1, 4)
        assert "tensor<128x" not in kernel.asm["ttgir"] and kernel._arrays == ((2, 3), (0, 1, 2, 3))
        with driver(target_of("cuda:90")):
            kernel.run(64, 1, 1, 0, kernel.function, kernel.packed_metadata, None, None, None, *arrays, 6, 32, 128, 128)
        assert (launched[-1] is kernel.second) == is_second, again
        (version,) = plugin.report().versions
        assert version.name == "merge_states" and 0.97 < version.gain < 1.0
        plugin.disable()
        merge_states.device_caches.clear()


def test_other_kernels_are_not_read() -> None:
    assert not any(may_vectorize(compile_for("cuda:90", name).asm["ttir"]) for name in ("softmax", "recurrence", "matmul"))

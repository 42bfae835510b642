"""Descriptors that the host makes, without a GPU: real kernels, and launches that only note what they would run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("triton")

import triton
import triton.language as tl
from triton.compiler import CompiledKernel

import egraph_opt.triton as plugin
from egraph_opt.ir.analysis.disjoint_arrays import Arrays
from egraph_opt.text.register_attributes import with_limit
from egraph_opt.triton.capture.fake_driver import FakeTensor as Absent
from egraph_opt.triton.capture.fake_driver import driver, target_of
from egraph_opt.triton.launches import descriptor_kernel, program_variants, size_classes, timed_choice
from egraph_opt.triton.launches.backlog import Backlog
from egraph_opt.triton.launches.launch_timing import KernelTiming
from egraph_opt.triton.launches.size_classes import SizeClassUse
from tests.support import jit_kernels

own_cache, in_this_process = jit_kernels.own_cache, jit_kernels.in_this_process


@triton.jit
def sums(out_ptr, in_ptr, M, N, batch, row, BM: tl.constexpr, BN: tl.constexpr):
    rows, columns = tl.program_id(0) * BM + tl.arange(0, BM), tl.arange(0, BN)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for n in range(0, N, BN):
        mask = (rows[:, None] < M) & (n + columns[None, :] < N)
        start = in_ptr + tl.program_id(1) * batch + n
        total += tl.load(start + rows[:, None] * row + columns[None, :], mask=mask, other=0.0)
    tl.store(out_ptr + tl.program_id(1) * M + rows, tl.sum(total, 1), mask=rows < M)


@triton.jit
def doubled(out_ptr, in_ptr, M, N, row, BM: tl.constexpr, BN: tl.constexpr):
    rows, columns = tl.program_id(0) * BM + tl.arange(0, BM), tl.arange(0, BN)
    for n in range(0, N, BN):
        mask = (rows[:, None] < M) & (n + columns[None, :] < N)
        at = n + rows[:, None] * row + columns[None, :]
        tl.store(out_ptr + at, 2 * tl.load(in_ptr + at, mask=mask, other=0.0), mask=mask)


class Tensor:
    """Stand-in with the part of a PyTorch tensor that a launch reads: the whole of its storage."""

    def __init__(self, address: int, bytes: int = 1 << 20) -> None:
        self.address, self.bytes = address, bytes

    def data_ptr(self) -> int:
        return self.address

    def untyped_storage(self) -> Tensor:
        return self

    def nbytes(self) -> int:
        return self.bytes


@pytest.fixture
def launched(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[Any, ...]]]:
    """The kernels that were launched, with their arguments; timing says that descriptors are faster, and that the GPU is behind."""
    found: list[tuple[Any, ...]] = []
    monkeypatch.setattr(CompiledKernel, "run", property(lambda kernel: lambda *rest: found.append((kernel, *rest[9:]))))
    monkeypatch.setattr(timed_choice, "can_measure", lambda: True)
    monkeypatch.setattr(timed_choice, "device_name", lambda: "a GPU")
    monkeypatch.setattr(timed_choice, "Rewind", lambda arguments: lambda: None)
    monkeypatch.setattr(timed_choice, "measure", lambda kernels, launch, rewind: dict.fromkeys(kernels, 1.0))
    monkeypatch.setattr(timed_choice, "compare_kernels", lambda *_: KernelTiming((1.0, 0.5), (2.0,)))
    monkeypatch.setattr(size_classes, "recording", lambda: False)
    monkeypatch.setattr(Backlog, "look", lambda backlog: setattr(backlog, "waits", True))
    monkeypatch.setattr(timed_choice, "variants", lambda settings: {})
    monkeypatch.setattr(
        descriptor_kernel,
        "encode_descriptor",
        lambda made, about: [(made.base.data_ptr(), about["block_size"]), *made.shape, *made.strides],
    )
    sums.device_caches.clear()
    doubled.device_caches.clear()
    plugin.enable(tune=True, descriptors=True)
    with driver(target_of("cuda:90")):
        yield found


def kernel() -> Any:
    """Return the kernel as Triton has it for launches."""
    return sums.warmup(Absent("float32"), Absent("float32"), 64, 64, 4097, 127, BM=16, BN=64, grid=(1,))


def launch(*numbers: int, address: int = 1 << 20, grid: tuple[int, int] = (4, 3), stream: int = 0) -> tuple[Any, ...]:
    arguments = Tensor(1 << 30), Tensor(address), *numbers
    found = kernel()
    found.run(*grid, 1, stream, found.function, found.packed_metadata, None, None, None, *arguments, 16, 64)
    return arguments


GOOD = 64, 128, 4096, 128
"""Rows, columns, and how far batches and rows are from each other."""


def test_a_launch_makes_descriptors_of_its_arguments(launched: list[tuple[Any, ...]]) -> None:
    arguments = launch(*GOOD)
    assert plugin.report().tuned[-1].chosen == "descriptors"
    second, *given = launched[-1]
    assert second.name == "sums__descriptors"
    assert given[:6] == [None, None, *arguments[2:]]  # tensors are accessed through descriptors only
    assert given[6:13] == [(1 << 20, [1, 16, 32]), (1 << 31) - 1, 64, 128, 4096, 128, 1]
    assert list(second.src.signature.values())[6:13] == ["nvTmaDesc", "i32", "i32", "i32", "i64", "i64", "i64"]
    assert second.asm["ptx"].count("cp.async.bulk.tensor") and "tensormap.replace" not in second.asm["ptx"]


def test_new_addresses_alone_evaluate_no_preconditions(launched: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, ...]] = []
    interpret = descriptor_kernel.interpret
    monkeypatch.setattr(descriptor_kernel, "interpret", lambda *given: [asked.append(given[3]), interpret(*given)][1])
    launch(*GOOD)
    first = len(asked)
    launch(*GOOD, address=1 << 21)
    assert launched[-1][0].name == "sums__descriptors" and launched[-1][7] == (1 << 21, [1, 16, 32])
    assert first == len(asked) == 1
    launch(*GOOD, address=1 << 21, grid=(4, 2))
    assert asked == [(4, 3, 1), (4, 2, 1)]


def test_other_launches_have_pointers(launched: list[tuple[Any, ...]]) -> None:
    """Strides that 16 bytes do not divide or that run backwards, offsets that overflow, a base out of line, a grid that cannot be asked."""
    launch(*GOOD)
    strides = (4098, 128), (4096, 126), (4096, -128), (-4096, 128), (1 << 30, 128), (4096, 1 << 30)
    others: list[tuple[tuple[int, ...], dict[str, Any]]] = [((64, 128, *pair), {}) for pair in strides]
    for numbers, more in (*others, (GOOD, {"address": (1 << 20) + 4}), (GOOD, {"grid": (1 << 20, 3)})):
        arguments = launch(*numbers, **more)
        assert launched[-1][0].name == "sums" and launched[-1][1:] == (*arguments, 16, 64), (numbers, more)
    launch(*GOOD)
    assert launched[-1][0].name == "sums__descriptors"


def test_a_descriptor_that_is_not_encoded_leaves_pointers(
    launched: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: Any) -> None:
        raise RuntimeError("invalid argument")

    monkeypatch.setattr(descriptor_kernel, "encode_descriptor", refused)
    arguments = launch(*GOOD)
    assert launched[-1][0].name == "sums" and launched[-1][1:] == (*arguments, 16, 64)
    assert "no descriptors: invalid argument" in [found.reason for found in plugin.report().kernels]


def test_triton_encodes_descriptors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each version of Triton with the real function, whose last step only needs a GPU."""
    utils = SimpleNamespace(**dict.fromkeys(("fill_tma_descriptor", "fill_tma_descriptor_tiled"), lambda *given: given))
    monkeypatch.setattr(type(triton.runtime.driver), "active", SimpleNamespace(utils=utils))
    about = {"swizzle": 3, "elem_size": 2, "elem_type": 6, "block_size": [64, 64], "fp4_padded": False}
    made, *rest = descriptor_kernel.encode_descriptor(
        descriptor_kernel.Descriptor(descriptor_kernel.OffsetTensor(Tensor(1 << 20), 256), (64, 128), (128, 1)), about
    )
    assert made[:3] == ((1 << 20) + 256, 3, 2) and list(made[4]) == [64, 64] and rest == [64, 128, 128, 1]


def test_a_launch_checks_that_arrays_do_not_overlap(launched: list[tuple[Any, ...]]) -> None:
    """The next iteration's copy may read before this one's store, which other arrays allow."""
    found = doubled.warmup(Absent("float32"), Absent("float32"), 64, 64, 127, BM=16, BN=64, grid=(1,))
    apart, overlapping = (1 << 30, 2 << 20), ((1 << 20) + 4096, 1 << 20)
    for out, name in [*((out, "doubled__descriptors") for out in apart), *((out, "doubled") for out in overlapping)]:
        given = Tensor(out), Tensor(1 << 20), 64, 128, 128, 16, 64
        found.run(4, 1, 1, 0, found.function, found.packed_metadata, None, None, None, *given)
        assert launched[-1][0].name == name, out


def test_each_array_that_is_written_is_apart_from_all_others() -> None:
    assert descriptor_kernel.each_apart(Arrays((0, 2), (1,))) == (Arrays((0,), (2, 1)), Arrays((2,), (1,)))


def test_where_the_gpu_waits_launches_take_the_host_less(
    launched: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    behind = [False]
    monkeypatch.setattr(Backlog, "look", lambda backlog: setattr(backlog, "waits", behind[0]))
    arguments = launch(*GOOD)
    assert plugin.report().tuned[-1].chosen == "descriptors" and launched[-1][1:] == (*arguments, 16, 64)
    with monkeypatch.context() as patch:
        patch.setattr(size_classes, "recording", lambda: True)
        launch(*GOOD, stream=1)
        assert launched[-1][0].name == "sums__descriptors", "the host launches nothing when a graph is replayed"
        launch(*GOOD)
        assert launched[-1][0].name == "sums", "nothing is recorded on this stream"
    behind[0] = True
    launch(*GOOD)
    assert launched[-1][0].name == "sums__descriptors"
    behind[0] = False
    launch(*GOOD)
    assert launched[-1][0].name == "sums"
    monkeypatch.setattr(
        timed_choice, "compare_kernels", lambda *_: KernelTiming((timed_choice.HIDDEN_LAUNCH_US + 1.0, 30.0), (2.0,))
    )
    launch(4096, *GOOD[1:])
    assert launched[-1][0].name == "sums__descriptors", "a long kernel has them always"


@pytest.mark.parametrize(
    ("alone", "in_a_row", "taken"),
    [(1.05, 0.9, False), (1.02, 0.99, True), (1.01, 0.985, False), (0.998, 1.04, True), (1.0, 1.001, False)],
)
def test_what_gains_with_pauses_may_lose_without_them(
    alone: float, in_a_row: float, taken: bool, launched: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Products that take much power make a GPU lower its clock."""
    monkeypatch.setattr(timed_choice, "compare_kernels", lambda *_: KernelTiming((alone, 1.0), (alone, in_a_row)))
    launch(*GOOD)
    assert (launched[-1][0].name == "sums__descriptors") == taken


@pytest.mark.parametrize(
    ("microseconds", "gain", "use"),
    [
        (12.0, 2.0, SizeClassUse.WHERE_THEY_WAIT),  # the host may be the limit
        (70.0, 1.02, SizeClassUse.WHERE_THEY_WAIT),  # the host loses more than the GPU saves
        (70.0, 1.09, SizeClassUse.ALWAYS),
        (600.0, 1.02, SizeClassUse.ALWAYS),
        (600.0, 1.0, SizeClassUse.NEVER),
    ],
)
def test_launches_that_do_not_wait_have_descriptors_where_the_gpu_saves_more_than_the_host_loses(
    microseconds: float, gain: float, use: SizeClassUse
) -> None:
    assert timed_choice.where_faster(KernelTiming((microseconds, microseconds / gain), (gain, gain))) is use


def test_launches_of_one_size_are_timed_once(launched: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
    """64 and 112 rows are of one size, and 4096 and 5120 rows of another; the kernel is slower with descriptors there."""
    launch(*GOOD)
    monkeypatch.setattr(timed_choice, "compare_kernels", lambda *_: KernelTiming((1.0, 1.5), (0.7, 0.7)))
    timed = len(plugin.report().tuned)
    launch(112, *GOOD[1:])
    assert len(plugin.report().tuned) == timed and launched[-1][0].name == "sums__descriptors"
    arguments = launch(4096, *GOOD[1:])
    assert len(plugin.report().tuned) == timed + 1 and launched[-1][1:] == (*arguments, 16, 64)
    launch(5120, *GOOD[1:])
    assert len(plugin.report().tuned) == timed + 1 and launched[-1][0].name == "sums"


@pytest.mark.parametrize("reason", ["a graph is recorded", "no room", "no clock"])
def test_a_size_that_cannot_be_timed_has_pointers(
    reason: str, launched: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    launch(*GOOD)

    def failing(_: Any) -> None:
        raise timed_choice.CannotRewind(reason) if reason == "no room" else RuntimeError(reason)

    with monkeypatch.context() as patch:
        patch.setattr(timed_choice, "can_measure", lambda: reason != "a graph is recorded")
        patch.setattr(timed_choice, "Rewind", failing)
        with pytest.warns(RuntimeWarning, match=reason) if reason == "no clock" else nullcontext():
            launch(4096, *GOOD[1:])
        assert launched[-1][0].name == "sums"
    launch(4096, *GOOD[1:])
    assert (launched[-1][0].name == "sums__descriptors") == (reason == "a graph is recorded")


def test_a_program_with_other_registers_is_no_obstacle(launched: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_variants, "allotments", lambda text, *_: {"limited": with_limit(text, 64)})
    times = {"plain_limited": 0.8}
    monkeypatch.setattr(timed_choice, "measure", lambda kernels, launch, rewind: {name: times.get(name, 1.0) for name in kernels})
    launch(*GOOD)
    assert "plain_limited" in plugin.report().tuned[0].microseconds and launched[-1][0].name == "sums__descriptors"
    launch(*GOOD, address=(1 << 20) + 4)
    assert launched[-1][0].name == "sums" and "maxnreg" in launched[-1][0].asm["ttgir"]


def test_a_choice_is_remembered(launched: list[tuple[Any, ...]]) -> None:
    launch(*GOOD)
    sums.device_caches.clear()
    count = len(plugin.report().tuned)
    launch(*GOOD)
    assert len(plugin.report().tuned) == count and launched[-1][0].name == "sums__descriptors"

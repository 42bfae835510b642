"""A tuner that finds a program of ours times Triton's beside it, and the faster one is launched. Without a GPU."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("triton")

import triton

import egraph_opt.triton as plugin
from egraph_opt.triton.background.tuner_comparison import LOSS, parse_sizes
from egraph_opt.triton.capture.fake_driver import FakeTensor
from tests.support import jit_kernels, tuned_kernels
from tests.support.jit_kernels import binary, matmul
from tests.support.tuned_kernels import SIZE, Machine, again, config, launch, tuned

own_cache, machine, two_children = jit_kernels.own_cache, tuned_kernels.machine, tuned_kernels.two_children
BEST = config(16, 16, 16, 1, 1)
CONFIGS = [BEST, config(32, 32, 32, 2, 2)]
TINY = 16
"""Size of a launch for which the model predicts that configuration to be the fastest, too."""
OPTIONS: dict[str, Any] = {"min_gain": 0.0, "alternatives": False}


@pytest.fixture
def plain(machine: Machine) -> bytes:
    """Triton's program of the configuration that a first process has chosen, and for which there is another program now."""
    machine.time = lambda kernel: float(kernel.metadata.num_warps)  # type: ignore[method-assign]
    launch(tuned(machine, CONFIGS))
    found = binary(machine.launched[-1])
    again()
    plugin.enable(**OPTIONS)
    launch(tuned(machine, CONFIGS))
    assert plugin.report().changed == 1
    forget(machine)
    return found


def forget(machine: Machine) -> None:
    """Begin a new process."""
    again()
    machine.timed.clear()
    machine.launched.clear()


def ours_takes(machine: Machine, plain: bytes, time: Callable[[], float]) -> None:
    """Let our program take a time, as often as it is timed; Triton's takes 1, and that of other configurations 2."""

    def taken(kernel: Any) -> float:
        if kernel.metadata.num_warps != BEST.num_warps:
            return 2.0
        return 1.0 if binary(kernel) == plain else time()

    machine.time = taken  # type: ignore[method-assign]


def launch_untuned(size: int = SIZE) -> None:
    """Launch the chosen configuration as a process does that times nothing."""
    arrays = [FakeTensor("float16") for _ in range(3)]
    matmul[size // 16, size // 16](*arrays, size, size, size, size, size, size, **BEST.all_kwargs())


@pytest.mark.parametrize(
    ("times", "is_kept"),
    [
        ([1.5, 1.5], False),
        ([0.5], True),
        pytest.param([1.0 + LOSS / 2], True, id="by less than timings vary", marks=pytest.mark.slow),
        pytest.param([1.5, 0.9], True, id="the first timing was wrong", marks=pytest.mark.slow),
    ],
)
def test_the_faster_program_is_launched_from_then_on(times: list[float], is_kept: bool, machine: Machine, plain: bytes) -> None:
    left = list(times)
    ours_takes(machine, plain, lambda: left.pop(0))
    plugin.enable(**OPTIONS)
    tuner = tuned(machine, CONFIGS)
    launch(tuner)
    first, second, *others = map(binary, machine.timed)
    assert first != plain == second and len(others) == len(times) - 1 + 1, "both are timed, ours again where it seems slower"
    assert tuner.configs_timings[BEST][0] == (times[-1] if is_kept else 1.0) and tuner.best_config == BEST
    assert not left and [tuned.chosen for tuned in plugin.report().tuned] == ["model" if is_kept else "plain"]
    launch(tuner)
    assert [binary(each) != plain for each in machine.launched[-2:]] == [is_kept] * 2
    forget(machine)
    plugin.enable(**OPTIONS)
    launch_untuned()
    assert (binary(machine.launched[-1]) != plain) == is_kept and not machine.timed, "a process that times nothing takes it, too"


def test_a_launch_takes_the_program_of_the_nearest_size(machine: Machine, plain: bytes) -> None:
    small, large = 512, 8192
    size = small
    ours_takes(machine, plain, lambda: 0.5 if size == small else 1.5)
    plugin.enable(**OPTIONS)
    tuner = tuned(machine, CONFIGS)
    for size in (small, large):
        launch(tuner, size)

    def is_ours(at: int) -> bool:
        launch_untuned(at)
        return binary(machine.launched[-1]) != plain

    expected = [True, True, False, False]
    assert [is_ours(at) for at in (256, small, large, 16384)] == expected
    forget(machine)
    plugin.enable(**OPTIONS)
    assert [is_ours(at) for at in (256, small, large, 16384)] == expected
    size = large
    ours_takes(machine, plain, lambda: 0.5)
    launch(tuned(machine, CONFIGS), large)
    assert is_ours(large), "a later timing counts"


def test_where_a_tuner_does_not_decide_the_prediction_does(
    machine: Machine, plain: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cases: one configuration is left to time, no background, and PyTorch must do the same in each run, also from now on."""
    ours_takes(machine, plain, lambda: 1.5)
    plugin.enable(**OPTIONS)
    launch(tuned(machine, CONFIGS))
    assert binary(machine.launched[-1]) == plain

    def time_options(**options: Any) -> list[bytes]:
        forget(machine)
        plugin.enable(**OPTIONS, **options)
        launch(tuned(machine, CONFIGS), TINY)
        assert binary(machine.launched[-1]) != plain
        return [binary(each) for each in machine.timed]

    assert not time_options(autotune="model", top=1)
    assert plain not in time_options(background=False)
    torch = SimpleNamespace(cuda=SimpleNamespace(is_available=lambda: False))
    monkeypatch.setitem(sys.modules, "torch", torch)
    torch.are_deterministic_algorithms_enabled = lambda: True
    assert plain not in time_options()
    torch.are_deterministic_algorithms_enabled = lambda: False
    ours_takes(machine, plain, lambda: 0.5)
    assert plain in time_options()
    torch.are_deterministic_algorithms_enabled = lambda: True
    ours_takes(machine, plain, lambda: 1.5)
    machine.timed.clear()
    launch(tuned(machine, CONFIGS), TINY)
    assert plain not in map(binary, machine.timed) and binary(machine.launched[-1]) != plain


def test_configurations_that_the_model_leaves_are_compared(machine: Machine, plain: bytes) -> None:
    ours_takes(machine, plain, lambda: 1.5)
    plugin.enable(autotune="model", top=2, **OPTIONS)
    launch(tuned(machine, [*CONFIGS, config(64, 64, 32, 4, 3)]), TINY)
    assert plain in map(binary, machine.timed) and binary(machine.launched[-1]) == plain


def test_a_program_that_cannot_be_launched_is_slower(machine: Machine, plain: bytes) -> None:
    def refuse_launch() -> float:
        raise triton.runtime.errors.OutOfResources(2, 1, "registers")

    ours_takes(machine, plain, refuse_launch)
    plugin.enable(**OPTIONS)
    launch(tuned(machine, CONFIGS))
    assert binary(machine.launched[-1]) == plain


def test_damaged_records_decide_nothing() -> None:
    assert parse_sizes([[[1, 2], True]], 2) == {(1, 2): True}
    for damaged in (None, 3, [[1]], [["a", 1]], [[[1], True], [[1, 2], True]]):
        assert parse_sizes(damaged, 2) == {}

"""Measured extraction without a GPU: real kernels of all variants, launches that only note what they would run, and given times."""

from __future__ import annotations

import re
from typing import Any

import pytest

pytest.importorskip("triton")

from triton import knobs
from triton.compiler import CompiledKernel

import egraph_opt.triton as plugin
from egraph_opt.triton.capture.fake_driver import driver, target_of
from egraph_opt.triton.compile import register_limits
from egraph_opt.triton.launches import timed_choice
from egraph_opt.triton.launches.version_search import use
from egraph_opt.triton.state.settings import Settings
from tests.support import jit_kernels
from tests.support.jit_kernels import ARGUMENTS, binary, compile_for, warm_up

TARGET, NAME = "cuda:90", "row_sums"


own_cache, in_this_process = jit_kernels.own_cache, jit_kernels.in_this_process


class Machine:
    """Notes the kernels that are launched and timed; `seconds` are the times of variants."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **seconds: float) -> None:
        self.launched: list[Any] = []
        self.timed: list[set[str]] = []
        self.seconds = seconds
        monkeypatch.setattr(CompiledKernel, "run", property(lambda kernel: lambda *_: self.launched.append(kernel)))
        monkeypatch.setattr(timed_choice, "can_measure", lambda: True)
        monkeypatch.setattr(timed_choice, "device_name", lambda: "a GPU")
        monkeypatch.setattr(timed_choice, "Rewind", lambda arguments: lambda: None)
        monkeypatch.setattr(timed_choice, "measure", self.measure)

    def measure(self, kernels: dict[str, Any], launch: Any, rewind: Any) -> dict[str, float]:
        for kernel in kernels.values():
            launch(kernel)
        self.timed.append(set(kernels))
        return {name: self.seconds.get(name, 1.0) for name in kernels}


def launch(kernel: Any, arguments: int = 1) -> None:
    kernel.run(1, 1, 1, 0, kernel.function, kernel.packed_metadata, None, None, None, *[64] * arguments)


def tuned_kernel(**options: Any) -> Any:
    plugin.enable(tune=True, **options)
    return warm_up(NAME)


@pytest.mark.parametrize(
    ("seconds", "chosen"),
    [
        ({"exact": 0.5}, "exact"),
        ({"plain": 1.0}, "plain"),  # where no other is faster, too
        pytest.param({"plain": 0.5}, "plain", marks=pytest.mark.slow),
    ],
)
def test_the_fastest_is_kept_and_remembered(seconds: dict[str, float], chosen: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = compile_for(TARGET, NAME)
    machine = Machine(monkeypatch, **seconds)
    with driver(target_of(TARGET)):
        first = tuned_kernel(
            min_gain=0.9, alternatives=False, move_stores=True
        )  # the user's settings change nothing, so `model` is `plain` again
        launch(first)
        assert machine.timed and {"plain", "exact"} <= machine.timed[0] and "model" not in machine.timed[0]
        assert len(machine.launched) == len(machine.timed[0]) + 1
        assert plugin.report().tuned[0].chosen == chosen
        kept = warm_up(NAME)
        assert isinstance(kept, CompiledKernel) and kept is machine.launched[-1]
        assert (binary(kept) == binary(plain)) == (chosen == "plain")
        # Another process: nothing is timed again.
        ARGUMENTS[NAME][0].device_caches.clear()
        launch(warm_up(NAME))
        assert len(machine.timed) == 1 and binary(machine.launched[-1]) == binary(kept)


def test_without_a_gpu_the_model_decides() -> None:
    with driver(target_of(TARGET)):
        with plugin.enabled():
            untuned = warm_up(NAME)
        assert binary(tuned_kernel()) == binary(untuned)
        assert not timed_choice.can_measure()


def test_what_goes_wrong_leaves_the_models_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch)

    def broken(*_: Any) -> dict[str, float]:
        raise RuntimeError("no clock")

    monkeypatch.setattr(timed_choice, "measure", broken)
    with driver(target_of(TARGET)):
        kernel = tuned_kernel()
        with pytest.warns(RuntimeWarning, match="not tuned: no clock"):
            launch(kernel)
        assert binary(machine.launched[-1]) == binary(kernel)
        assert knobs.runtime.add_stages_inspection_hook is plugin._installed


def test_what_cannot_be_put_back_is_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch)

    def refused(_: Any) -> None:
        raise timed_choice.CannotRewind("no room")

    monkeypatch.setattr(timed_choice, "Rewind", refused)
    with driver(target_of(TARGET)):
        launch(tuned_kernel())
        assert machine.timed == [] and len(machine.launched) == 1
    assert plugin.report().failed == 0


def test_turning_it_off_leaves_triton_as_it_was() -> None:
    from triton.runtime.jit import JITFunction

    before = JITFunction._do_compile
    with driver(target_of(TARGET)):
        plain = warm_up(NAME)
        with plugin.enabled(tune=True):
            assert JITFunction._do_compile is not before
            assert isinstance(warm_up(NAME), timed_choice.FirstLaunch)
        assert JITFunction._do_compile is before
        assert warm_up(NAME) is plain


def test_a_program_without_bounded_errors_is_timed_too() -> None:
    assert "unbounded" not in timed_choice.variants(Settings())
    tried = timed_choice.variants(Settings(numerics="2^-8"))
    assert not tried.pop("unbounded").numerics and {settings.numerics for settings in tried.values()} == {"2^-8"}


def test_programs_with_other_registers_are_timed_and_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, plain_limited=0.5)
    monkeypatch.setattr(register_limits, "denser", lambda use, processor: 24)  # small kernels lack none
    with driver(target_of(TARGET)):
        launch(tuned_kernel())
        assert plugin.report().tuned[0].chosen == "plain_limited" and "plain_limited" in machine.timed[0]
        kept = machine.launched[-1]
        assert (
            re.search(r"ttg\.maxnreg\"? = 24", kept.asm["ttgir"])
            and use(kept).registers <= 24 < use(machine.launched[0]).registers
        )
        ARGUMENTS[NAME][0].device_caches.clear()
        launch(warm_up(NAME))
        assert len(machine.timed) == 1 and binary(machine.launched[-1]) == binary(kept)


def test_other_stages_that_are_faster_by_less_than_the_noise_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    Machine(monkeypatch, stages_1=0.995)
    monkeypatch.setattr(timed_choice, "variants", lambda settings: {})
    with driver(target_of(TARGET)):
        plugin.enable(tune=True, descriptors=False)
        launch(warm_up("matmul"), 9)
        assert plugin.report().tuned[0].options == ""


def test_other_stages_are_timed_first_and_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, stages_1=0.5)
    monkeypatch.setattr(timed_choice, "variants", lambda settings: {})
    with driver(target_of(TARGET)):
        plugin.enable(tune=True)
        launch(warm_up("matmul"), 9)
        assert machine.timed[0] == {"own_options", "stages_1", "stages_2", "stages_4", "stages_5"}
        assert plugin.report().tuned[0].options == "stages_1"
        kept = machine.launched[-1]
        assert kept.metadata.num_stages == 1
        ARGUMENTS["matmul"][0].device_caches.clear()
        before = len(machine.timed)
        launch(warm_up("matmul"), 9)
        assert len(machine.timed) == before and binary(machine.launched[-1]) == binary(kept)

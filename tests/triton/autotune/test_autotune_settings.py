"""Tuning by model: what asks for it, and what is left of it afterwards."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("triton")

from triton import knobs
from triton.runtime.autotuner import Autotuner

import egraph_opt.triton as plugin
from egraph_opt.triton import autotuner
from egraph_opt.triton.capture.fake_driver import FakeTensor
from egraph_opt.triton.state.settings import parse_autotune
from tests.support import jit_kernels, tuned_kernels
from tests.support.jit_kernels import binary, matmul
from tests.support.tuned_kernels import CONFIGS, SIZE, Machine, launch, tuned

own_cache, in_this_process, machine = jit_kernels.own_cache, jit_kernels.in_this_process, tuned_kernels.machine


def test_alone_it_leaves_kernels_and_caches_alone(machine: Machine) -> None:
    plugin.enable(autotune="model", top=1, rewrite=False)
    launch(tuned(machine))
    assert knobs.runtime.add_stages_inspection_hook is None and not plugin.report().kernels
    ours = machine.launched[-1]
    plugin.disable()
    matmul.device_caches.clear()
    launch(tuned(machine, [CONFIGS[2]]))
    assert binary(machine.launched[-1]) == binary(ours) and machine.launched[-1].hash == ours.hash


def test_triton_is_restored() -> None:
    before = vars(Autotuner).copy()
    with plugin.enabled(autotune="model", rewrite=False):
        assert vars(Autotuner) != before
        with plugin.enabled(autotune="model", top=1):
            assert vars(Autotuner) != before
        assert vars(Autotuner) != before
    assert vars(Autotuner) == before


def test_a_wrapper_that_others_put_on_top_stays_and_ours_does_nothing(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Autotuner, "prune_configs", Autotuner.prune_configs)
    monkeypatch.setattr(Autotuner, "run", Autotuner.run)
    plugin.enable(autotune="model", top=1, rewrite=False)
    for name in ("prune_configs", "run"):
        ours = getattr(Autotuner, name)
        setattr(Autotuner, name, lambda *given, ours=ours, **named: ours(*given, **named))
    plugin.disable()
    launch(tuned(machine))
    assert len(machine.timed) == len(CONFIGS)


@pytest.mark.parametrize(("text", "top"), [("", None), ("0", None), ("model", 3), ("model:1", 1), ("model:12", 12)])
def test_the_environment_says_how_many(text: str, top: int | None) -> None:
    assert parse_autotune(text) == top


@pytest.mark.parametrize("text", ["1", "models", "model:", "model:0", "model:-1", "model:x", "model:1.5"])
def test_the_environment_is_not_guessed_at(text: str) -> None:
    with pytest.raises(ValueError, match="means nothing"):
        parse_autotune(text)


def test_the_environment_is_what_a_program_does_not_say(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EGRAPH_OPT_AUTOTUNE", "model:1")
    plugin.enable(alternatives=False)
    launch(tuned(machine))
    assert not machine.timed and plugin.report().kernels
    plugin.enable(autotune="model", top=2, rewrite=False)
    matmul.device_caches.clear()
    launch(tuned(machine))
    assert len(machine.timed) == 2


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ({"autotune": "guess"}, "no autotune 'guess'"),
        ({"top": 3}, 'top=3 has no use without autotune="model": add it, or leave out top'),
        ({"autotune": "model", "top": 0}, "top=0 is no number of configurations to time: give 1 or more"),
        ({"tune": True, "rewrite": False}, "does not make"),
    ],
)
def test_wrong_arguments_are_refused(named: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        plugin.enable(**named)


def test_a_tuner_remembers_under_the_same_key(machine: Machine) -> None:
    kernel = tuned(machine)
    launch(kernel)
    kernel.nargs = dict(zip(kernel.arg_names, [*(FakeTensor("float16") for _ in range(3)), *[SIZE] * 6], strict=False))
    assert list(kernel.cache) == [autotuner.key_of(kernel, {})]

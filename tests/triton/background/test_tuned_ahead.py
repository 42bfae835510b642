"""What a tuner is about to time is compiled at once by children, and only what it chooses is worked for. Without a GPU."""

from __future__ import annotations

import time
from typing import Any

import pytest

pytest.importorskip("triton")

import triton
from triton.runtime.autotuner import Autotuner

import egraph_opt.triton as plugin
from egraph_opt.triton.background import replacement
from egraph_opt.triton.compile.child_pools import Pool
from tests.support import jit_kernels, tuned_kernels
from tests.support.jit_kernels import binary, matmul
from tests.support.tuned_kernels import TOO_LARGE, Machine, again, config, launch, tuned

own_cache, machine, two_children = jit_kernels.own_cache, tuned_kernels.machine, tuned_kernels.two_children
CONFIGS = [config(16, 16, 16, 1, 1), config(64, 64, 32, 4, 3), config(32, 32, 32, 2, 2)]


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the kernels that children worked for."""
    found: list[str] = []
    plain = replacement.Background.request_search

    def noted(background: Any, kernel: Any, *rest: Any) -> Any:
        found.append(kernel.name)
        return plain(background, kernel, *rest)

    monkeypatch.setattr(replacement.Background, "request_search", noted)
    return found


def timed(machine: Machine, configs: list[triton.Config] = CONFIGS, **options: Any) -> list[bytes]:
    """The programs that a tuner times."""
    machine.timed.clear()
    plugin.enable(min_gain=0.0, alternatives=False, **options)
    launch(tuned(machine, configs))
    plugin.finish()
    return [binary(each) for each in machine.timed]


def by_triton(machine: Machine, configs: list[triton.Config] = CONFIGS) -> list[bytes]:
    """The programs that a tuner times without the plug-in."""
    launch(tuned(machine, configs))
    matmul.device_caches.clear()
    return [binary(each) for each in machine.timed]


def test_tritons_programs_are_timed_and_the_best_is_worked_for(
    machine: Machine, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.time = lambda kernel: float(kernel.metadata.num_warps)  # type: ignore[method-assign]  # the smallest is the fastest
    expected = by_triton(machine)
    assert timed(machine) == expected and asked == ["matmul"]
    (record,) = plugin.report().kernels
    assert record.outcome == "changed"
    again()
    asked.clear()
    found = timed(machine)
    (ours,) = set(found) - set(expected)
    assert found == [ours, *expected] and not asked, "what is in the cache is timed, beside Triton's"


def test_runner_ups_are_worked_for_and_timed_by_a_later_tuning(
    machine: Machine, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    times = {4: 1.0, 1: 1.05, 2: 1.2}
    machine.time = lambda kernel: times[kernel.metadata.num_warps]  # type: ignore[method-assign]
    expected = by_triton(machine)
    requested: list[Any] = []
    plain = replacement.Background.request_search

    def keep(background: Any, kernel: Any, *rest: Any) -> Any:
        requested.append(plain(background, kernel, *rest))
        return requested[-1]

    monkeypatch.setattr(replacement.Background, "request_search", keep)
    assert timed(machine) == expected
    for _ in range(600):
        if len(requested) == 2:
            break
        time.sleep(0.1)
    requested[1].result()
    again()
    found = timed(machine)
    assert found[0] not in expected and found[1] == expected[0], "the runner-up"
    assert found[-1] == expected[2] and len(requested) == 2


def test_only_what_is_left_to_be_timed_is_compiled(machine: Machine, asked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[int] = []
    plain = replacement.Background.build
    monkeypatch.setattr(
        replacement.Background,
        "build",
        lambda self, tuner, configs, named: (compiled.append(len(configs)), plain(self, tuner, configs, named)),
    )
    timed(machine, autotune="model", top=2)
    (ranking,) = plugin.report().rankings
    assert len(ranking.kept) == 2 == compiled.pop() and asked == ["matmul"] and not ranking.reason
    again()
    prune = Autotuner.prune_configs
    plugin.enable(min_gain=1e-9)
    wrapped = Autotuner.prune_configs
    assert wrapped is not prune
    monkeypatch.setattr(Autotuner, "prune_configs", lambda *given, **named: wrapped(*given, **named)[:2])
    launch(tuned(machine, CONFIGS))
    assert compiled == [2], "somebody else cuts the list after us"


def test_what_does_not_fit_or_compile_is_tritons_affair(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(timed(machine, [TOO_LARGE, CONFIGS[0]])) == 2 and not plugin.report().failed
    again()
    with pytest.raises(triton.CompilationError):
        timed(machine, [CONFIGS[0], config(64, 63, 32, 4, 3)])


def test_heuristics_below_the_tuner_are_asked(machine: Machine, asked: list[str]) -> None:
    kernel = triton.heuristics({"BK": lambda named: 32 if named["BM"] > 16 else 16})(matmul)
    plugin.enable()
    launch(triton.autotune([triton.Config(dict(BM=m, BN=m)) for m in (16, 32)], key=["M"], do_bench=machine.do_bench)(kernel))
    assert asked == ["matmul"] and len(machine.timed) == 2


def test_where_no_child_can_be_asked_configurations_are_compiled_one_by_one(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Pool, "usable", lambda *_, **__: False)
    assert len(timed(machine)) == len(CONFIGS) and not plugin.report().failed


def test_triton_is_restored() -> None:
    before = vars(Autotuner).copy()
    with plugin.enabled():
        assert vars(Autotuner)["prune_configs"] is not before["prune_configs"]
    assert vars(Autotuner) == before


def test_a_tuner_keeps_its_stages(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[bool] = []
    plain = replacement.Background.request_search

    def noted(background: Any, kernel: Any, program: Any, has_free_stages: bool) -> Any:
        found.append(has_free_stages)
        return plain(background, kernel, program, has_free_stages)

    monkeypatch.setattr(replacement.Background, "request_search", noted)
    timed(machine, [config(16, 16, 16, 1, 3), config(32, 32, 32, 2, 3)])
    assert set(found) == {False}, "also of a runner-up of another tuning, whose turn comes now"

"""Tuning by model without a GPU: real kernels in real configurations, launches that only note what they would run, and given times."""

from __future__ import annotations

import ast
import json
import os
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("triton")

import triton

import egraph_opt.triton as plugin
from egraph_opt.ir.module import InputError
from egraph_opt.triton.autotune import configuration_ranking
from egraph_opt.triton.autotune.parallel_compile import longest_first
from egraph_opt.triton.capture.fake_driver import Driver, FakeTensor, driver, target_of
from tests.support import jit_kernels, tuned_kernels
from tests.support.jit_kernels import binary, matmul, softmax
from tests.support.tuned_kernels import CONFIGS, SIZE, TOO_LARGE, Machine, config, launch, tuned

own_cache, in_this_process, machine = jit_kernels.own_cache, jit_kernels.in_this_process, tuned_kernels.machine


def test_only_the_best_are_timed_and_tritons_tuner_decides(machine: Machine) -> None:
    plugin.enable(autotune="model", top=2, rewrite=False)
    kernel = tuned(machine)
    launch(kernel)
    (ranking,) = plugin.report().rankings
    assert ranking.configurations == len(CONFIGS) and ranking.kept == (str(CONFIGS[2]), str(CONFIGS[1])) and not ranking.reason
    assert [each.metadata.num_warps for each in machine.timed] == [8, 4]
    assert kernel.best_config is CONFIGS[2] and kernel.configs_timings == {CONFIGS[2]: [1 / 8] * 3, CONFIGS[1]: [1 / 4] * 3}
    launch(kernel)
    assert len(machine.timed) == 2 and machine.launched[-1].metadata.num_warps == 8
    assert str(plugin.report()).endswith("1 tuned by model")
    assert "matmul  5               0        BM: 128" in plugin.report().table()


def test_one_is_not_timed(machine: Machine) -> None:
    plugin.enable(autotune="model", top=1, rewrite=False)
    kernel = tuned(machine)
    launch(kernel)
    assert not machine.timed and len(machine.launched) == 1 and kernel.best_config is CONFIGS[2]
    launch(kernel)
    launch(kernel, size=64)  # another key
    assert len(plugin.report().rankings) == 2 and not machine.timed


def test_choices_are_written_and_used_without_a_ranking(
    machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "choices.json"
    plugin.enable(autotune="model", top=1, rewrite=False, choices=file)
    launch(tuned(machine))
    launch(tuned(machine), size=64)
    text = file.read_text()
    assert [each["key"][0] for each in json.loads(text)["choices"]] == [SIZE, 64] and not machine.timed
    classes = [each["bits"] for each in json.loads(text)["choices"][0]["configurations"]]
    assert len(classes) == len(CONFIGS) and "(same bits: " in str(plugin.report().rankings[0])
    monkeypatch.setattr(configuration_ranking, "relative_times", lambda _: 1 / 0)
    other = json.loads(text)
    other["choices"][0]["config"]["num_warps"] = 4
    other["choices"][0]["config"]["kwargs"] = CONFIGS[1].kwargs
    file.write_text(json.dumps(other))
    plugin.enable(autotune="model", top=1, rewrite=False, choices=file)
    launch(kernel := tuned(machine))
    (ranking,) = plugin.report().rankings
    assert kernel.best_config == CONFIGS[1] and not ranking.reason and not machine.timed
    file.write_text("{")
    with pytest.raises(InputError, match=r"choices\.json:1:2: error: no JSON"):
        plugin.enable(autotune="model", top=1, choices=file)
    with pytest.raises(ValueError, match="choices are of the model alone"):
        plugin.enable(autotune="model", choices=file)


def test_tritons_programs_are_ranked_and_ours_are_launched(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bytes] = []
    read = configuration_ranking.read
    monkeypatch.setattr(configuration_ranking, "read", lambda cubin: (seen.append(cubin), read(cubin))[1])
    plugin.enable(autotune="model", top=4, alternatives=False, min_gain=0.0, background=False)
    launch(tuned(machine))
    assert len(seen) == len(CONFIGS) and len(plugin.report().kernels) == 4
    assert all("BM=" in kernel.configuration for kernel in plugin.report().kernels)
    assert plugin.report().changed and not {binary(each) for each in machine.launched} <= set(seen)
    plugin.disable()
    matmul.device_caches.clear()
    plain = [config for config in CONFIGS if str(config) in plugin.report().rankings[0].kept]
    launch(tuned(machine, plain))
    assert {binary(each) for each in machine.timed[-4:]} <= set(seen)


def test_syntax_trees_are_made_one_at_a_time(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several threads at it make CPython 3.11 miscount their depth."""
    parse, at_it, most = ast.parse, [0], [0]

    def slow(*arguments: Any, **named: Any) -> Any:
        at_it[0] += 1
        most.append(at_it[0])
        for _ in range(2000):
            os.sched_yield()
        at_it[0] -= 1
        return parse(*arguments, **named)

    monkeypatch.setattr(ast, "parse", slow)
    plugin.enable(autotune="model", top=2, rewrite=False)
    launch(tuned(machine))
    (ranking,) = plugin.report().rankings
    assert not ranking.reason and len(most) > len(CONFIGS) and max(most) == 1


def test_equal_programs_are_timed_once(machine: Machine) -> None:
    plugin.enable(autotune="model", top=3, rewrite=False)
    same = [triton.Config(dict(BLOCK=1024), num_warps=4, num_stages=stages) for stages in (1, 2, 3)]
    kernel = tuned(machine, [*same, triton.Config(dict(BLOCK=1024), num_warps=16)], softmax)
    kernel[(64,)](FakeTensor("float32"), FakeTensor("float32"), 1024, 1000)
    assert sorted(each.metadata.num_warps for each in machine.timed) == [4, 16]


def test_what_cannot_run_is_dropped_without_a_launch(machine: Machine) -> None:
    plugin.enable(autotune="model", top=9, rewrite=False)
    launch(tuned(machine, [TOO_LARGE, *CONFIGS[:3]]))
    (ranking,) = plugin.report().rankings
    assert ranking.dropped == 1 and str(TOO_LARGE) not in ranking.kept and len(machine.timed) == 3
    assert all(each.metadata.shared < 232448 for each in machine.launched)


def test_where_nothing_can_run_triton_says_so(machine: Machine) -> None:
    plugin.enable(autotune="model", rewrite=False)
    launch(tuned(machine, [TOO_LARGE, config(128, 128, 128, 8, 6)]))
    assert plugin.report().rankings[0].reason == "no configuration compiles and fits the device"
    assert len(machine.timed) == 2


def test_the_users_pruning_comes_first(machine: Machine) -> None:
    def early(configs: list[Any], named: dict[str, Any], **_: Any) -> list[Any]:
        assert named["M"] == SIZE
        return configs[1:]

    plugin.enable(autotune="model", top=1, rewrite=False)
    model = {"perf_model": lambda BM, **_: BM, "top_k": 2}
    launch(tuned(machine, prune_configs_by={"early_config_prune": early, **model}))
    (ranking,) = plugin.report().rankings
    assert ranking.configurations == 2 and ranking.kept == (str(CONFIGS[3]),)


class Counted(FakeTensor):
    """A tensor that says what a tuner does to it."""

    def __init__(self) -> None:
        super().__init__("float16")
        self.done: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name not in ("zero_", "clone", "copy_"):
            raise AttributeError(name)
        return lambda *_: (self.done.append(name), self)[1]


def test_hooks_see_what_is_timed_and_nothing_else(machine: Machine) -> None:
    plugin.enable(autotune="model", top=2, rewrite=False)
    a, b, c = FakeTensor("float16"), Counted(), Counted()
    launch(tuned(machine, reset_to_zero=["c_ptr"], restore_value=["b_ptr"]), arrays=(a, b, c))
    assert c.done == ["zero_"] * 3 and b.done == ["clone", "copy_"] * 2  # once more before the launch itself


def test_the_hook_of_a_configuration_runs_before_it_is_compiled(machine: Machine) -> None:
    called: list[int] = []
    configs = [
        config(64, 64, 32, 4, 3, pre_hook=lambda named: called.append(4)),
        config(128, 128, 32, 8, 3, pre_hook=lambda named: called.append(8)),
    ]
    plugin.enable(autotune="model", top=1, rewrite=False)
    launch(tuned(machine, configs))
    assert called == [4, 8, 8]


def test_heuristics_below_the_tuner_are_asked(machine: Machine) -> None:
    kernel = triton.heuristics({"BK": lambda named: 32 if named["BM"] > 64 else 16})(matmul)
    configs = [triton.Config(dict(BM=m, BN=m), num_warps=4) for m in (16, 128)]
    plugin.enable(autotune="model", top=1, rewrite=False)
    launch(triton.autotune(configs, key=["M"], do_bench=machine.do_bench)(kernel))
    assert plugin.report().rankings[0].kept == (str(configs[1]),)


def test_results_are_in_tritons_own_cache(machine: Machine, tmp_path: Path) -> None:
    plugin.enable(autotune="model", top=2, rewrite=False)
    launch(tuned(machine, cache_results=True))
    (file,) = tmp_path.rglob("matmul.autotune.json")
    timings = json.loads(file.read_text())["configs_timings"]
    assert [Config["num_warps"] for Config, _ in timings] == [8, 4]
    again = tuned(machine, cache_results=True)
    launch(again)
    assert len(machine.timed) == 2 and again.best_config == CONFIGS[2]
    # Triton alone finds what it wrote itself, and nothing that says less than it would measure.
    plugin.disable()
    launch(tuned(machine, cache_results=True))
    assert len(machine.timed) == 2 + len(CONFIGS)
    launch(tuned(machine, [CONFIGS[2], CONFIGS[1]], cache_results=True))
    assert len(machine.timed) == 2 + len(CONFIGS)


def test_an_order_is_remembered_by_all_that_it_depends_on(
    machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    load_of = configuration_ranking.load_of
    monkeypatch.setattr(configuration_ranking, "load_of", lambda *of: (asked.append(1), load_of(*of))[1])
    plugin.enable(autotune="model", top=1, rewrite=False)
    launch(tuned(machine))
    times, best = len(asked), machine.launched[-1].hash
    launch(tuned(machine))  # as another process has it
    assert len(asked) == times == len(CONFIGS) and machine.launched[-1].hash == best
    assert plugin.report().rankings[0].kept == plugin.report().rankings[1].kept
    launch(tuned(machine), size=64)
    assert len(asked) == 2 * times
    launch(tuned(machine, CONFIGS[:3]))
    assert len(asked) == 2 * times + 3
    plugin.enable(autotune="model", top=1, alternatives=False)
    launch(tuned(machine))  # settings do not matter to it
    assert len(asked) == 2 * times + 3
    for file in tmp_path.glob("egraph_opt/*.json"):
        file.write_text("[[7, 8], 0, [], []]")  # no numbers of configurations
    plugin.enable(autotune="model", top=1, rewrite=False)
    launch(tuned(machine))
    assert len(asked) == 3 * times + 3


@pytest.mark.parametrize("top", [1, 3])
def test_if_ranking_fails_triton_tunes(top: int, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> Any:
        raise ZeroDivisionError("in the model")

    monkeypatch.setattr(configuration_ranking, "relative_times", fails)
    plugin.enable(autotune="model", top=top, rewrite=False)
    kernel = tuned(machine)
    launch(kernel)
    (ranking,) = plugin.report().rankings
    assert ranking.reason.startswith("internal failure") and not ranking.kept
    assert len(machine.timed) == len(CONFIGS) and len(kernel.configs_timings) == len(CONFIGS)
    assert "1 tuned by Triton alone" in str(plugin.report())


def test_other_makers_processors_are_tuned_by_triton(monkeypatch: pytest.MonkeyPatch) -> None:
    configs = [config(16, 16, 16, 1, 1), config(64, 64, 32, 4, 2)]
    with driver(target_of("hip:gfx942")):
        machine = Machine(monkeypatch)
        plugin.enable(autotune="model", rewrite=False)
        launch(tuned(machine, configs))
    assert len(machine.timed) == 2 and "hip:gfx942" in plugin.report().rankings[0].reason


def test_what_does_not_compile_fails_as_without(machine: Machine) -> None:
    plugin.enable(autotune="model", rewrite=False)
    with pytest.raises(triton.CompilationError):
        launch(tuned(machine, [config(64, 64, 32, 4, 3), config(64, 63, 32, 4, 3)]))
    assert "arange's range must be a power of 2" in plugin.report().rankings[0].reason


def test_another_compilation_in_the_background_leaves_tuning_to_triton(machine: Machine) -> None:
    from concurrent.futures import ThreadPoolExecutor

    from triton.runtime._async_compile import AsyncCompileMode

    plugin.enable(autotune="model", rewrite=False)
    with ThreadPoolExecutor(1) as threads, AsyncCompileMode(threads):
        launch(tuned(machine, CONFIGS[:2]))
    assert len(machine.timed) == 2 and "already active" in plugin.report().rankings[0].reason


def test_a_device_with_less_shared_memory_drops_more(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    active = triton.runtime.driver.active
    assert isinstance(active, Driver)
    small = {**active.utils.get_device_properties(), "max_shared_mem": 16384}
    monkeypatch.setattr(active.utils, "get_device_properties", lambda device=0: small, raising=False)
    plugin.enable(autotune="model", top=9, rewrite=False)
    launch(tuned(machine))
    (ranking,) = plugin.report().rankings
    assert ranking.dropped and len(machine.timed) + ranking.dropped == len(CONFIGS)


def test_what_takes_the_longest_to_compile_begins_first() -> None:
    configs = [
        triton.Config(sizes, num_warps=warps)
        for warps in (8, 4)
        for sizes in ({"BM": 16, "BN": 32}, {"BM": 64, "BN": 32, "X": True})
    ]
    assert longest_first(configs) == [3, 1, 2, 0]
    assert longest_first(configs[:1] * 3) == [0, 1, 2]

"""Launchers of PyTorch's Inductor are replaced between two launches. Without PyTorch: objects with the attributes that are read of its own.

`benchmarks.gpu.start` runs the same with PyTorch on a GPU.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import Future
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("triton")

from egraph_opt.ir.analysis.disjoint_arrays import Arrays
from egraph_opt.triton.background import pending_kernel
from egraph_opt.triton.background.background_job import KernelResult
from egraph_opt.triton.background.inductor import MODULE, Inductor, Launcher, choose
from egraph_opt.triton.state.cache_keys import is_without_search

CONFIG = SimpleNamespace(kwargs={"XBLOCK": 64})
FOUND = KernelResult(("hash", "kernel.json"), ())


class Asked:
    """What works in the background: it answers when the test says so."""

    def __init__(self, waits_at: int | None = None, deterministic: bool = False) -> None:
        self.waits_at, self.deterministic = waits_at, deterministic
        self.promised: Future[KernelResult] = Future()
        self.pending: list[Any] = []
        self.failed: list[str] = []

    def children_know(self, target: Any) -> bool:
        return True

    def waits_now(self) -> bool:
        return self.deterministic

    def await_answer(self, later: Any) -> None:
        self.pending.append(later)

    def record(self, later: Any, records: Any, failed_trials: int = 0) -> None:
        self.failed += [record.reason for record in records if record.outcome == "failed"]


class Tuner:
    """What is read of Inductor's object for a kernel."""

    def __init__(self, launched: list[str], number: int = 1) -> None:
        self.compile_results = [SimpleNamespace(config=CONFIG) for _ in range(number)]
        self.fn = SimpleNamespace(__name__="triton_poi_fused_0")
        self.launchers = [self.launcher("triton", launched)] * number
        self.device_props = SimpleNamespace(type="cuda", cc=90, warp_size=32)

    @staticmethod
    def launcher(name: str, launched: list[str]) -> Callable[..., None]:
        def launch(*arguments: Any, stream: int) -> None:
            launched.append(name)

        launch.config, launch.cache_hash, launch.store_cubin = CONFIG, "hash", False  # type: ignore[attr-defined]
        return launch

    def run(self, *arguments: Any, benchmark_run: bool = False) -> None:
        (launcher,) = self.launchers
        launcher(*arguments, stream=0)


@pytest.fixture
def launched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []

    def take(self: Any, at: Any) -> None:
        self._launcher = Tuner.launcher("ours", found)

    monkeypatch.setattr(Launcher, "ask", lambda self: self._background.promised)
    monkeypatch.setattr(Launcher, "take", take)
    return found


def watched(tuner: Tuner, background: Asked) -> Tuner:
    inductor = Inductor(background)  # type: ignore[arg-type]
    inductor._active = True
    inductor._watch(tuner)
    return tuner


def test_a_kernel_changes_once_its_program_is_there(launched: list[str]) -> None:
    background = Asked()
    tuner = watched(Tuner(launched), background)
    assert tuner.launchers[0].config is CONFIG and tuner.launchers[0].cache_hash == "hash"
    tuner.run()
    tuner.run()
    background.promised.set_result(FOUND)
    tuner.run()
    tuner.run()
    assert launched == ["triton", "triton", "ours", "ours"] and not isinstance(tuner.launchers[0], Launcher)
    assert len(background.pending) == 1 and not background.failed


def test_what_inductor_times_is_not_asked_about(launched: list[str]) -> None:
    background = Asked()
    tuner = watched(Tuner(launched), background)
    tuner.run(benchmark_run=True)
    assert launched == ["triton"] and not background.pending
    several = watched(Tuner(launched, 2), background)
    assert not any(isinstance(each, Launcher) for each in several.launchers), "it is not tuned yet"


def test_while_a_graph_is_recorded_nothing_changes(launched: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    background = Asked()
    background.promised.set_result(FOUND)
    tuner = watched(Tuner(launched), background)
    monkeypatch.setattr(pending_kernel, "recording", lambda: True)
    tuner.run()
    monkeypatch.setattr(pending_kernel, "recording", lambda: False)
    tuner.run()
    assert launched == ["triton", "ours"]


@pytest.mark.parametrize("background", [Asked(deterministic=True), Asked(waits_at=2)])
def test_what_must_not_depend_on_time_waits(background: Asked, launched: list[str]) -> None:
    tuner = watched(Tuner(launched), background)
    background.promised.set_result(FOUND)
    background.promised.done = lambda: False  # type: ignore[method-assign]  # it is not known yet that it is there
    for _ in range(3):
        tuner.run()
    assert launched == (["ours"] * 3 if background.deterministic else ["triton", "ours", "ours"])


def test_an_error_leaves_the_kernel_as_it_is(launched: list[str]) -> None:
    background = Asked()
    background.promised.set_exception(RuntimeError("a child died"))
    tuner = watched(Tuner(launched), background)
    tuner.run()
    tuner.run()
    assert launched == ["triton"] * 2 and background.failed == ["a child died"]


def test_the_class_is_patched_when_it_is_imported_and_restored(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType(MODULE)
    seen: list[bool] = []

    class CachingAutotuner(Tuner):
        def _precompile_config(self, config: Any) -> None:
            seen.append(is_without_search())

        def _make_launchers(self) -> None: ...

        def autotune_to_one_config(self, *arguments: Any) -> None:
            del self.launchers[1:]

    module.CachingAutotuner = CachingAutotuner  # type: ignore[attr-defined]
    before = vars(CachingAutotuner).copy()
    monkeypatch.setitem(sys.modules, MODULE, module)
    patch = Inductor(Asked())  # type: ignore[arg-type]
    patch.install()
    tuner: Any = CachingAutotuner([], 2)
    tuner._precompile_config(CONFIG)
    tuner._make_launchers()
    assert seen == [True] and not isinstance(tuner.launchers[0], Launcher)
    tuner.autotune_to_one_config()
    assert isinstance(tuner.launchers[0], Launcher)
    patch.remove()
    assert dict(vars(CachingAutotuner)) == before
    monkeypatch.delitem(sys.modules, MODULE)
    patch.install()
    assert patch._finder in sys.meta_path
    patch.remove()
    assert patch._finder not in sys.meta_path


def test_a_second_version_is_launched_where_its_arrays_do_not_overlap() -> None:
    launched: list[str] = []

    def program(name: str) -> Any:
        return SimpleNamespace(run=lambda *_: launched.append(name))

    class Array:
        def __init__(self, begin: int, size: int = 64) -> None:
            self.data_ptr, self.nbytes = lambda: begin, lambda: size

        def untyped_storage(self) -> Array:
            return self

    second, first = program("second"), program("first")
    run = choose([second, first], second, Arrays((0,), (1,)), lambda instances: (0, 1) if instances < 8 else (1, 0))
    run(1, 1, 1, 0, Array(0), Array(64))
    run(1, 1, 1, 0, Array(0), Array(32))
    run(8, 1, 1, 0, Array(0), Array(64))
    assert launched == ["second", "first", "first"]

"""A kernel is launched as Triton makes it, and then as the plug-in does, without a GPU: launches only note what they run."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("triton")

import triton
from triton import knobs

import egraph_opt.triton as plugin
from egraph_opt.cost import Cycles
from egraph_opt.triton.background import background_job, pending_kernel, replacement
from egraph_opt.triton.capture.fake_driver import Driver, FakeTensor
from egraph_opt.triton.compile.recipe import Recipe
from egraph_opt.triton.pipeline import compilation
from tests.support import jit_kernels, noted_launches
from tests.support.jit_kernels import ARGUMENTS, KERNELS, binary, compile_for, warm_up
from tests.support.noted_launches import NAME, again, first_of, launch, made, of, slow
from tests.support.slow import sampled

own_cache, one_child, launched = jit_kernels.own_cache, noted_launches.one_child, noted_launches.launched


@pytest.mark.parametrize("name", KERNELS)
def test_from_the_named_launch_on_a_kernel_is_what_it_is_without_a_background(name: str, launched: list[Any]) -> None:
    same = {"stages": False, "descriptors": False}  # only the background looks for other forms of a kernel
    plain, ours = compile_for("cuda:90", name), made(name, min_gain=1e-9, **same)  # another key: nothing is there yet
    plugin.enable(background=3, **same)
    for _ in range(4):
        launch(name)
    assert [binary(each) for each in launched] == [*[binary(plain)] * 2, *[first_of(ours)] * 2]
    (kept,) = ARGUMENTS[name][0].device_caches[triton.runtime.driver.active.get_current_device()][0].values()
    assert of(kept) == of(ours)


def test_no_launch_waits_and_the_program_changes_once(monkeypatch: pytest.MonkeyPatch, launched: list[Any]) -> None:
    plain, ours = compile_for("cuda:90", NAME), made(min_gain=1e-9)
    monkeypatch.setattr(replacement, "improve", slow)
    plugin.enable()
    for _ in range(3):
        launch()
    plugin.finish()
    for _ in range(2):
        launch()
    assert [binary(each) for each in launched] == [*[binary(plain)] * 3, *[first_of(ours)] * 2]


def test_what_is_there_is_taken_by_the_next_launch(launched: list[Any]) -> None:
    plain, ours = compile_for("cuda:90", NAME), made(min_gain=1e-9)
    plugin.enable()
    waiting: Any = launch()
    waiting._promised.result()
    launch()
    assert [binary(each) for each in launched] == [binary(plain), first_of(ours)]


def test_no_launch_has_another_number(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="-1 is no number of a launch"):
        plugin.enable(background=-1)
    monkeypatch.setenv("EGRAPH_OPT_BACKGROUND", "soon")
    with pytest.raises(ValueError, match="EGRAPH_OPT_BACKGROUND=soon means nothing"):
        plugin.enable()


def improved_without_passes(recipe: Recipe, plain: background_job.Plain) -> background_job.KernelResult:
    """Do the work of `job.improve` where Triton's passes of layouts cannot run."""
    run, compilation.run_in_parts = compilation.run_in_parts, None
    try:
        return background_job.improve(recipe, plain)
    finally:
        compilation.run_in_parts = run


@pytest.mark.parametrize("name", sampled(["softmax", "layer_norm"], 2))
def test_what_triton_has_made_is_not_made_again(name: str, monkeypatch: pytest.MonkeyPatch, launched: list[Any]) -> None:
    ours = made(name, min_gain=1e-9)
    monkeypatch.setattr(replacement, "improve", improved_without_passes)
    plugin.enable(background=2)
    for _ in range(2):
        launch(name)
    assert binary(launched[1]) == first_of(ours) and not plugin.report().failed


def test_the_first_launch_that_finds_it_in_the_cache_takes_it(launched: list[Any]) -> None:
    ours = made(min_gain=1e-9)
    for _ in range(2):
        plugin.enable()
        launch()
        plugin.finish()
        again()
    assert binary(launched[0]) != binary(launched[1]) == of(ours)[-1]
    assert not plugin.report().kernels, "nothing was compiled"


def test_the_report_waits_and_says_the_same() -> None:
    plugin.enable(background=False)
    warm_up(NAME)
    (expected,) = plugin.report().kernels
    again()
    plugin.enable(min_gain=1e-9)
    launch()
    (found,) = plugin.report().kernels
    for name in ("outcome", "reason", "change", "predicted", "constants", "num_warps", "num_stages", "cost_after"):
        assert getattr(found, name) == getattr(expected, name), name
    assert len(plugin.report().versions) == 1


def test_what_cannot_gain_is_not_asked_about(monkeypatch: pytest.MonkeyPatch, launched: list[Any]) -> None:
    monkeypatch.setattr(replacement.Background, "request_search", None)
    expected = binary(compile_for("cuda:90", "softmax"))
    plugin.enable(loads_first=False, versions=False)
    launch("softmax")
    (record,) = plugin.report().kernels
    assert (record.outcome, record.reason) == ("kept", "it converts no layout") and binary(launched[0]) == expected
    again()
    plugin.enable(loads_first=False, versions=False)
    launch("softmax")
    assert not plugin.report().kernels, "it comes out of the cache"


def tuned(name: str = NAME) -> None:
    """A launch that Triton's tuner times."""
    function, *_ = ARGUMENTS[name]
    tuner = triton.autotune([triton.Config({})], key=[])(function)
    tuner.nargs = {}
    tuner._do_bench = lambda call, quantiles: call()
    _, types, constants = ARGUMENTS[name]
    arguments = [FakeTensor("float32") if kind[0] == "*" else 64 for kind in types.values()]
    tuner._bench(*arguments, config=tuner.configs[0], grid=(1,), warmup=False, **constants)


def benchmarked() -> None:
    """A launch that a benchmark times."""
    with pytest.raises(ZeroDivisionError):
        triton.testing.do_bench(lambda: (launch(), 1 / 0))


def test_a_tuner_times_tritons_programs_and_asks_for_nothing(launched: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    plain = binary(compile_for("cuda:90", NAME))
    with monkeypatch.context() as patch:
        patch.setattr(replacement.Background, "request_search", None)
        plugin.enable(background=2)
        for _ in range(3):
            tuned()
    assert [binary(each) for each in launched] == [plain] * 3 and not plugin.report().kernels
    for _ in range(2):
        launch(kind="float32", **triton.Config({}).all_kwargs())
    assert binary(launched[3]) == plain != binary(launched[4]), "launches count from the first that is not timed"
    tuned()
    assert binary(launched[5]) == binary(launched[4]), "what is there is timed"


def test_what_the_user_times_is_what_runs_in_the_end(launched: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Driver, "get_device_interface", lambda _: None)
    plugin.enable()
    benchmarked()
    plugin.disable()
    assert binary(launched[0]) == of(made(min_gain=1e-9))[-1]
    assert triton.testing.do_bench.__module__ == "triton.testing" and not hasattr(triton.testing.do_bench, "__wrapped__")


def test_nothing_is_put_off_where_it_should_not_be(monkeypatch: pytest.MonkeyPatch, launched: list[Any]) -> None:
    """Cases: PyTorch must do the same in each run, the environment says so, a user's cost model, and another hook."""
    expected = binary(compile_for("cuda:90", NAME))

    def at_once(**options: Any) -> bool:
        launched.clear()
        plugin.enable(**options)
        launch()
        plugin.finish()
        again()
        return binary(launched[0]) != expected

    assert not at_once(min_gain=1e-9)
    assert at_once(min_gain=1e-9), "it is there"
    assert at_once(background=False, min_gain=2e-9)
    with monkeypatch.context() as patch:
        patch.setenv("EGRAPH_OPT_BACKGROUND", "0")
        assert at_once(min_gain=3e-9)
    with monkeypatch.context() as patch:
        cuda = SimpleNamespace(is_available=lambda: False)
        patch.setitem(sys.modules, "torch", SimpleNamespace(are_deterministic_algorithms_enabled=lambda: True, cuda=cuda))
        assert at_once(min_gain=4e-9)
    assert at_once(min_gain=5e-9, cost=OwnCycles())
    with monkeypatch.context() as patch:
        patch.setattr(knobs.runtime, "add_stages_inspection_hook", lambda *_: ("", ""))
        assert at_once(min_gain=6e-9)


@dataclass(frozen=True)
class OwnCycles(Cycles):
    """A user's cost model, which a child could not import."""


def test_while_a_graph_is_recorded_nothing_changes(monkeypatch: pytest.MonkeyPatch, launched: list[Any]) -> None:
    plugin.enable(background=2)
    for recording in (False, True, True):
        monkeypatch.setattr(pending_kernel, "recording", lambda recording=recording: recording)
        launch()
    plugin.finish()
    for recording in (False,):
        monkeypatch.setattr(pending_kernel, "recording", lambda recording=recording: recording)
        launch()
    first, *recorded, last = map(binary, launched)
    assert recorded == [first] * 2 and last != first


def test_what_another_machine_found_is_taken_from_a_shared_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, launched: list[Any]
) -> None:
    """A copy of the other one's cache, which nobody writes to."""
    with knobs.cache.scope():
        knobs.cache.dir = str(tmp_path / "theirs")
        ours = made(min_gain=1e-9)
        plugin.enable(min_gain=1e-9)
        launch(), plugin.finish(), again()
    (tmp_path / "theirs").rename(tmp_path / "shared")
    monkeypatch.setenv("EGRAPH_OPT_SHARED_CACHE", str(tmp_path / "shared"))
    before = {path: path.read_bytes() for path in (tmp_path / "shared").rglob("*") if path.is_file()}
    monkeypatch.setattr(replacement.aside, "submit", None)
    plugin.enable(min_gain=1e-9)
    launched.clear()
    launch()
    assert [binary(each) for each in launched] == [first_of(ours)]
    assert {path: path.read_bytes() for path in (tmp_path / "shared").rglob("*") if path.is_file()} == before

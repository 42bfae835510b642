"""A kernel is launched as Triton makes it, and then as the plug-in does, without a GPU: launches only note what they run."""

from __future__ import annotations

import os
import sys
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("triton")

import triton
from triton import knobs
from triton.compiler import CompiledKernel

import egraph_opt.triton as plugin
from egraph_opt.cost import Cycles
from egraph_opt.triton.background import job, later
from egraph_opt.triton.capture.fake import Driver, Tensor, driver, target_of
from egraph_opt.triton.compile import children
from egraph_opt.triton.compile.children import Pool, aside
from egraph_opt.triton.compile.work import Recipe
from egraph_opt.triton.launches.versions import Versions
from egraph_opt.triton.pipeline import hook
from egraph_opt.triton.state import progress
from tests.support import jit_kernels
from tests.support.jit_kernels import ARGUMENTS, KERNELS, binary, compile_for, warm_up
from tests.support.python import run_code
from tests.support.slow import sampled

own_cache = jit_kernels.own_cache
NAME = "layer_norm"
"""Its program changes, and has a second version."""


@pytest.fixture(autouse=True, scope="module")
def one_child() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(children, "ENOUGH", 10**6)
        patch.setattr(children, "NICED", 1)
        yield
        if aside._executor is not None:
            aside._executor.shutdown(kill_workers=True)
            aside._forget()


@pytest.fixture(autouse=True)
def launched(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """The kernels that were launched."""
    found: list[Any] = []
    monkeypatch.setattr(CompiledKernel, "run", property(lambda kernel: lambda *_: found.append(kernel)))
    monkeypatch.setattr(CompiledKernel, "_init_handles", lambda _: None)
    monkeypatch.setattr(CompiledKernel, "launch_metadata", lambda *_: None)
    with driver(target_of("cuda:90")):
        yield found


def launch(name: str = NAME, kind: str = "", **options: int) -> Any:
    function, types, constants = ARGUMENTS[name]
    arguments = [
        Tensor(kind or ("float16" if each == "*fp16" else "float32")) if each[0] == "*" else 64 for each in types.values()
    ]
    return function[(1,)](*arguments, **constants, **options)


def again() -> None:
    """Disable the plug-in and clear the caches of kernels, as in a new process."""
    plugin.disable()
    for function, *_ in ARGUMENTS.values():
        function.device_caches.clear()


def made(name: str = NAME, **options: Any) -> Any:
    """Return what launches take without a background."""
    with plugin.enabled(background=False, **options):
        found = warm_up(name)
    again()
    return found


def of(kernel: Any) -> list[bytes]:
    """All programs of a kernel."""
    return [binary(each) for each in kernel._programs] if isinstance(kernel, Versions) else [binary(kernel)]


def first_of(kernel: Any) -> bytes:
    """The program that a launch of one instance takes, whose arrays may overlap."""
    return binary(
        next(each for each in kernel.ordered(1) if each is not kernel.second) if isinstance(kernel, Versions) else kernel
    )


@pytest.mark.parametrize("name", KERNELS)
def test_from_the_named_launch_on_a_kernel_is_what_it_is_without_a_background(name: str, launched: list[Any]) -> None:
    plain, ours = compile_for("cuda:90", name), made(name, min_gain=1e-9)  # another key: nothing is there yet
    plugin.enable(background=3)
    for _ in range(4):
        launch(name)
    assert [binary(each) for each in launched] == [*[binary(plain)] * 2, *[first_of(ours)] * 2]
    (kept,) = ARGUMENTS[name][0].device_caches[triton.runtime.driver.active.get_current_device()][0].values()
    assert of(kept) == of(ours)


def test_no_launch_waits_and_the_program_changes_once(monkeypatch: pytest.MonkeyPatch, launched: list[Any]) -> None:
    plain, ours = compile_for("cuda:90", NAME), made(min_gain=1e-9)
    monkeypatch.setattr(later, "improve", slow)
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


def improved_without_passes(recipe: Recipe, plain: job.Plain) -> job.Improved:
    """Do the work of `job.improve` where Triton's passes of layouts cannot run."""
    run, hook.run_divided = hook.run_divided, None
    try:
        return job.improve(recipe, plain)
    finally:
        hook.run_divided = run


@pytest.mark.parametrize("name", sampled(["softmax", "layer_norm"], 2))
def test_what_triton_has_made_is_not_made_again(name: str, monkeypatch: pytest.MonkeyPatch, launched: list[Any]) -> None:
    ours = made(name, min_gain=1e-9)
    monkeypatch.setattr(later, "improve", improved_without_passes)
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
    monkeypatch.setattr(later.Background, "asked", None)
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
    arguments = [Tensor("float32") if kind[0] == "*" else 64 for kind in types.values()]
    tuner._bench(*arguments, config=tuner.configs[0], grid=(1,), warmup=False, **constants)


def benchmarked() -> None:
    """A launch that a benchmark times."""
    with pytest.raises(ZeroDivisionError):
        triton.testing.do_bench(lambda: (launch(), 1 / 0))


def test_a_tuner_times_tritons_programs_and_asks_for_nothing(launched: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    plain = binary(compile_for("cuda:90", NAME))
    with monkeypatch.context() as patch:
        patch.setattr(later.Background, "asked", None)
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
        monkeypatch.setattr(later, "recording", lambda recording=recording: recording)
        launch()
    plugin.finish()
    for recording in (False,):
        monkeypatch.setattr(later, "recording", lambda recording=recording: recording)
        launch()
    first, *recorded, last = map(binary, launched)
    assert recorded == [first] * 2 and last != first


def die(*_: object) -> None:
    os.abort()


def test_where_a_child_dies_the_kernel_stays_tritons(monkeypatch: pytest.MonkeyPatch, launched: list[Any]) -> None:
    aside.submit(os.getpid).result()  # children that never worked would not be asked again
    monkeypatch.setattr(later, "improve", die)
    plain = binary(compile_for("cuda:90", NAME))
    plugin.enable(background=2)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        for _ in range(3):
            launch()
    assert [binary(each) for each in launched] == [plain] * 3
    (record,) = plugin.report().kernels
    assert record.outcome == "failed" and "Terminated" in record.reason and len(seen) == 1, record


def killed_once(recipe: Any, plain: job.Plain) -> job.Improved:
    if not os.path.exists(flag := os.path.join(recipe.environment["TRITON_CACHE_DIR"], "killed")):
        open(flag, "w").close()
        os.kill(os.getpid(), 9)
    return improve(recipe, plain)


improve = job.improve


@pytest.mark.slow
def test_a_child_that_is_killed_changes_nothing(monkeypatch: pytest.MonkeyPatch, launched: list[Any]) -> None:
    """A child may be killed for its memory. Another one then does its work again."""
    expected = of(made(min_gain=1e-9))
    aside.submit(os.getpid).result()
    monkeypatch.setattr(later, "improve", killed_once)
    plugin.enable(background=2)
    launch()
    launch()
    assert binary(launched[1]) == expected[-1] and not plugin.report().failed


def test_where_no_child_can_be_asked_the_kernel_stays_tritons(monkeypatch: pytest.MonkeyPatch, launched: list[Any]) -> None:
    expected = binary(compile_for("cuda:90", NAME))

    def broken(*_: object) -> None:
        raise BrokenExecutor("no child process")

    plugin.enable()
    with monkeypatch.context() as patch:
        patch.setattr(Pool, "submit", broken)
        with pytest.warns(RuntimeWarning, match="no child process"):
            launch()
    assert binary(launched[0]) == expected and plugin.report().failed == 1


def test_a_fork_goes_on_with_tritons_program(monkeypatch: pytest.MonkeyPatch, launched: list[Any]) -> None:
    """Nobody would answer it, and it does not wait."""
    monkeypatch.setattr(later, "improve", slow)
    plugin.enable()
    launch()
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a process with threads
        if not (child := os.fork()):
            launch()
            os.write(writer, b"same" if binary(launched[0]) == binary(launched[1]) else b"other")
            os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reader, 100) == b"same"


def slow(recipe: Any, plain: job.Plain) -> job.Improved:
    time.sleep(1.0)
    return improve(recipe, plain)


@pytest.mark.parametrize("on", sampled([True, False], 2))
def test_a_launch_that_waits_says_so_and_children_say_nothing(
    on: bool, monkeypatch: pytest.MonkeyPatch, launched: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(later, "improve", slow)
    monkeypatch.setattr(progress, "_shown", False)
    monkeypatch.setattr(progress, "_is_terminal", lambda: True)
    plugin.enable(progress=on, background=2)
    launch()
    assert not capsys.readouterr().err
    launch()
    assert capsys.readouterr().err.startswith(f"egraph_opt: searching for a better {NAME} ...\r") == on
    assert aside.submit(says_progress).result() is False


def says_progress() -> bool:
    return progress.on


SCRIPT = """
import os
import egraph_opt.triton as plugin
from egraph_opt.triton.compile import children
children.ENOUGH, children.NICED = 10**6, 1
from tests.triton.background.test_background import CompiledKernel, driver, launch, target_of
CompiledKernel.run = property(lambda kernel: lambda *_: None)
CompiledKernel._init_handles = CompiledKernel.launch_metadata = lambda *_: None
with driver(target_of("cuda:90")):
    plugin.enable()
    print(type(launch()).__name__)
    END
"""


def test_what_is_there_when_a_process_ends_the_next_one_finds() -> None:
    """And it does not compile."""
    code = SCRIPT.replace("END", "plugin.finish()")
    assert [run_code(code, EGRAPH_OPT="") for _ in range(2)] == ["Later", "Versions"]


def test_a_process_ends_at_once_and_without_a_word() -> None:
    """What is under way ends with it."""
    code = SCRIPT.replace("END", "import os, signal; [os.kill(p, signal.SIGSTOP) for p in children.aside._executor._processes]")
    assert run_code(code, EGRAPH_OPT="") == "Later"

"""Child processes do what threads of this process do, and their end is not its end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("triton")

from loky import ProcessPoolExecutor
from triton import knobs

import egraph_opt.triton as plugin
from egraph_opt.cost import Cycles
from egraph_opt.cost.model_spec import MixedModel
from egraph_opt.families.layout.options import Options
from egraph_opt.triton.capture.fake_driver import driver, target_of
from egraph_opt.triton.compile import child_pools, child_tasks, compile_jobs
from egraph_opt.triton.compile.child_pools import Pool, pool
from egraph_opt.triton.compile.child_tasks import make_text as make_text_as_is
from egraph_opt.triton.launches import version_dispatch
from egraph_opt.triton.pipeline.stage_hook import Hook
from tests.support import jit_kernels
from tests.support.jit_kernels import KERNELS, binary, compile_for, warm_up

own_cache = jit_kernels.own_cache
STAGES = ("ttgir", "llir", "ptx")


@pytest.fixture(autouse=True, scope="module")
def enough_processors() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(child_pools, "LEAST_PROCESSORS", 1)
        patch.setattr(child_pools, "CHILDREN", 2)
        yield
        if pool._executor is not None:
            pool._executor.shutdown(kill_workers=True)
            pool._forget()


def without_children(**options: Any) -> Any:
    with pytest.MonkeyPatch.context() as patch, plugin.enabled(**options):
        patch.setattr(child_pools, "LEAST_PROCESSORS", 10**6)
        return compile_for("cuda:90", "row_sums")


def with_children(**options: Any) -> Any:
    with plugin.enabled(**options):
        return compile_for("cuda:90", "row_sums")


@pytest.mark.parametrize("name", KERNELS)
def test_a_kernel_is_the_same(name: str) -> None:
    found = []
    for processors, min_gain in ((10**6, 0.0), (1, 1e-9)):  # other settings, other keys in Triton's cache
        with pytest.MonkeyPatch.context() as patch, plugin.enabled(min_gain=min_gain, move_stores=True):
            patch.setattr(child_pools, "LEAST_PROCESSORS", processors)
            kernel = compile_for("cuda:90", name)
            (record,) = plugin.report().kernels
        found.append(
            (binary(kernel), [kernel.asm[stage] for stage in STAGES], kernel.metadata.shared, record.outcome, record.reason)
        )
    assert found[0] == found[1]


def test_what_was_chosen_of_tritons_knobs_holds_there_too() -> None:
    usual = with_children()
    with knobs.compilation.scope():
        knobs.compilation.disable_line_info = True
        here, there = without_children(versions=False), with_children(versions=True)
    assert binary(there) == binary(here) != binary(usual)
    assert binary(with_children(min_gain=0.0)) == binary(usual), "and no longer"


def test_threads_take_turns_quickly_for_as_long_as_any_compiles() -> None:
    usual, turns = sys.getswitchinterval(), compile_jobs.Alternating()
    with turns:
        with turns:
            assert sys.getswitchinterval() < usual
        assert sys.getswitchinterval() < usual
    assert sys.getswitchinterval() == usual


@pytest.mark.parametrize(
    ("processors", "settings"), [(1, {}), (10**6, {"alternatives": False, "loads_first": False, "min_gain": 0.9})]
)
def test_nobody_waits_for_a_second_version(processors: int, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Children compile it beside the others, or threads where there are no others than Triton's program, and it comes from the cache."""
    monkeypatch.setattr(child_pools, "LEAST_PROCESSORS", processors)
    compiled: list[bool] = []
    plugin.enable(**settings)
    with knobs.compilation.scope(), driver(target_of("cuda:90")):
        knobs.compilation.listener = lambda *, src, cache_hit, **_: compiled.append(cache_hit) if src.name[0] == "@" else None
        assert isinstance(warm_up("layer_norm"), version_dispatch.Versions)
    assert compiled[-1], "of programs in TTGIR, the last one is what the launch needs"


def die(*_: object) -> None:
    os.abort()


def test_where_a_child_dies_the_kernel_is_tritons_and_the_next_one_is_not() -> None:
    pool.submit(os.getpid).result()  # children that never worked would not be asked again
    plain = compile_for("cuda:90", "row_sums")
    expected = without_children()
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        patch.setattr(child_tasks, "make_text", die)
        same = with_children(min_gain=0.001)
    (record,) = plugin.report().kernels
    assert record.outcome == "failed" and "terminated" in record.reason, record
    assert binary(same) == binary(plain) and len(seen) == 1
    assert binary(with_children(min_gain=0.002)) == binary(expected) and plugin.report().failed == 0


def test_children_that_never_work_are_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    mine, started = Pool(), []

    def broken(*_: int) -> Executor:
        started.append(ProcessPoolExecutor(1, initializer=die))
        return started[-1]

    monkeypatch.setattr(child_pools, "start_children", broken)
    with pytest.raises(BrokenExecutor):
        mine.submit(os.getpid).result()
    assert not mine.usable() and len(started) == 1


def test_where_children_cannot_be_made_threads_do_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads also do the work without semaphores, or at the limit of processes."""

    def refused(*_: int) -> Executor:
        raise OSError(38, "Function not implemented")

    expected = without_children()
    monkeypatch.setattr(child_pools, "start_children", refused)
    monkeypatch.setattr(compile_jobs, "pool", Pool())
    assert binary(with_children(min_gain=0.003)) == binary(expected) and plugin.report().failed == 0


@pytest.mark.parametrize("idle", [False, True])
def test_one_that_dies_after_work_is_followed_by_another(idle: bool) -> None:
    first = pool.submit(os.getpid).result()
    if idle:
        os.kill(first, signal.SIGKILL)
        time.sleep(1.0)
    else:
        wait([pool.submit(die)])
    assert pool.submit(os.getpid).result() not in (first, os.getpid())


def killed_once(recipe: Any, *arguments: Any) -> Any:
    if not os.path.exists(flag := os.path.join(recipe.environment["TRITON_CACHE_DIR"], "killed")):
        open(flag, "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    return make_text_as_is(recipe, *arguments)


def test_a_child_that_is_killed_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A child may be killed for its memory: then others make the kernel again."""
    expected = without_children()
    pool.submit(os.getpid).result()  # children that never worked would not be asked again
    monkeypatch.setattr(child_tasks, "make_text", killed_once)
    assert binary(with_children(min_gain=0.004)) == binary(expected) and plugin.report().failed == 0


@dataclass(frozen=True)
class OwnCycles(Cycles):
    """A user's cost model, which a child could not import."""


def test_what_only_this_process_knows_of_stays_in_it() -> None:
    def who(alone: bool = False, **options: Any) -> type:
        settings = plugin.Settings(**options)
        recipe = child_tasks.Recipe(settings, "", target_of("cuda:90"), {}, None, {}, Hook)
        return type(compile_jobs.compiler_of(object(), [], recipe, "", alone))

    assert who() is compile_jobs.Children
    assert who(alone=True) is compile_jobs.Threads
    for model in (OwnCycles(), MixedModel(((1.0, OwnCycles()),), "mine")):
        assert who(options=Options(cost=model)) is compile_jobs.Threads
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(knobs, "propagate_env", False)
        assert who() is compile_jobs.Threads


def test_a_forked_process_has_no_children() -> None:
    assert pool.usable()
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a process with threads; it only looks
        if not (child := os.fork()):
            os.write(writer, str(pool._executor).encode())
            os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reader, 100) == b"None"


def test_children_end_with_their_parent() -> None:
    code = """
import os, sys
from egraph_opt.triton.compile import child_pools
if __name__ == "__main__":
    child_pools.ENOUGH, child_pools.CHILDREN = 1, 1
    print(child_pools.pool.submit(os.getpid).result(), flush=True)
    sys.stdin.read()
"""
    parent = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    parent.kill()
    parent.communicate()
    deadline = time.monotonic() + 10
    while alive(child) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not alive(child)


def alive(process: int) -> bool:
    """Neither gone nor dead and not yet waited for."""
    status = Path(f"/proc/{process}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"

"""The plug-in in processes that are forked after their parent has compiled with it: the same kernels, or Triton's own."""

from __future__ import annotations

import multiprocessing
import os
import threading
import warnings
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest

pytest.importorskip("triton")

import egraph_opt.triton as plugin
from egraph_opt.process import fork_safety
from egraph_opt.triton.compile import child_pools, compile_jobs
from egraph_opt.triton.compile.child_pools import pool
from tests.support import jit_kernels
from tests.support.jit_kernels import ARGUMENTS, binary, compile_for, warm_up
from tests.support.killer import Killer

own_cache = jit_kernels.own_cache
PATIENCE = 600.0


def compiled(name: str, min_gain: float, **options: Any) -> tuple[bytes, str, str]:
    """A kernel's binary, and what became of it; `min_gain` is of no account but in the keys of Triton's cache."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with plugin.enabled(min_gain=min_gain, **options):
            made = binary(compile_for("cuda:90", name))
            (record,) = plugin.report().kernels
    return made, record.outcome, record.reason


def in_fork(work: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("fork")) as executor:
        return executor.submit(work, *arguments, **named).result(PATIENCE)


def test_kernels_are_the_same() -> None:
    here = {name: compiled(name, 1e-9) for name in ARGUMENTS}
    assert {outcome for _, outcome, _ in here.values()} >= {"changed", "kept"}
    for name, expected in here.items():
        assert in_fork(compiled, name, 2e-9) == expected, name


def versions(_: int) -> bool:
    """Return whether a launch would have two versions; the second one needs a proof by z3."""
    from egraph_opt.triton.capture.fake_driver import driver, target_of
    from egraph_opt.triton.launches.version_dispatch import Versions

    with plugin.enabled(min_gain=4e-9), driver(target_of("cuda:90")):
        made = isinstance(warm_up("layer_norm"), Versions)
        return made and not plugin.report().failed


def test_second_versions() -> None:
    compiled("row_sums", 3e-9)
    assert in_fork(versions, 0)


def test_while_another_thread_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRITON_ALWAYS_COMPILE", "1")
    expected, stop = compiled("row_sums", 5e-9), threading.Event()

    def go_on() -> None:
        while not stop.is_set():
            compile_for("cuda:90", "row_sums")

    with plugin.enabled(min_gain=6e-9):
        thread = threading.Thread(target=go_on)
        thread.start()
        try:
            assert in_fork(compiled, "row_sums", 7e-9) == expected
        finally:
            stop.set()
            thread.join()


def test_where_the_fresh_process_dies_the_kernel_is_tritons() -> None:
    plain = binary(compile_for("cuda:90", "row_sums"))
    assert compiled("row_sums", 7e-9)[0] != plain
    made, outcome, reason = in_fork(compiled, "row_sums", 8e-9, cost=Killer("cycles", "cycles"))
    assert (made, outcome, reason) == (plain, "failed", "the fresh process was ended by SIGKILL")


def test_where_it_hangs_too(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = binary(compile_for("cuda:90", "row_sums"))
    compiled("row_sums", 9e-9)
    monkeypatch.setattr(
        compile_jobs, "search", fork_safety.run_fork_safe(compile_jobs.given_up, 0.01)(compile_jobs.search.__wrapped__)
    )
    made, outcome, reason = in_fork(compiled, "row_sums", 10e-9)
    assert (made, outcome, reason) == (plain, "failed", "the fresh process did not answer within 0.01 s")


def usable(_: int) -> tuple[bool, bool]:
    return fork_safety.is_forked(), pool.usable()


def test_after_use_of_children(monkeypatch: pytest.MonkeyPatch) -> None:
    """With many processors, the parent searches in children of loky; its forks, also those by os.fork, have none of these."""
    monkeypatch.setattr(child_pools, "LEAST_PROCESSORS", 1)
    monkeypatch.setattr(child_pools, "CHILDREN", 1)
    expected = compiled("row_sums", 11e-9)
    assert pool.usable() and in_fork(compiled, "row_sums", 12e-9) == expected
    child = os.fork()
    if not child:
        os._exit(compiled("row_sums", 13e-9) != expected)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    if pool._executor is not None:
        pool._executor.shutdown(kill_workers=True)
        pool._forget()

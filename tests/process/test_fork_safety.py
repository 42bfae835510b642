"""Processes that are forked after the engines were used: they optimise too, with the same bytes, and never wait for what is not there."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest

import egraph_opt
from benchmarks.trust import forks
from egraph_opt.core.pipeline import optimize_module
from egraph_opt.core.task import Clock
from egraph_opt.families.layout.optimize import LayoutTask
from egraph_opt.families.layout.options import Options
from egraph_opt.process import fork_safety
from egraph_opt.text import read
from tests.support import forking
from tests.support.kernels import ROOT
from tests.support.killer import Killer

KERNEL = forks.KERNELS[0]
PATIENCE = 300.0

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no forks")


def in_fork(work: Callable[..., Any], *arguments: Any) -> Any:
    """Return the result of a function in a fork of this process, which has used the engine."""
    egraph_opt.optimize(KERNEL)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("fork")) as executor:
        return executor.submit(work, *arguments).result(PATIENCE)


@pytest.fixture(scope="module")
def expected() -> dict[str, bytes]:
    """Return the expected results of forks."""
    return forks.expectations(plug_in=False)


STAGES = [stage for stage in forks.STAGES if not stage.startswith("compil")]


@pytest.mark.parametrize("stage", [pytest.param(s, marks=pytest.mark.slow) if n % 2 else s for n, s in enumerate(STAGES)])
def test_twenty_trials(stage: str, expected: dict[str, bytes]) -> None:
    """Three or four at each stage, in ways that are all taken at some stage; every second stage is slow."""
    number = STAGES.index(stage)
    ways = [forks.WAYS[(number + i) % len(forks.WAYS)] for i in range(4 if number < 2 else 3)]
    seen = forks.in_fresh(forks.parent, 1 + number, len(ways), stage, expected, ways)
    assert {outcome for *_, outcome in seen} == {"same"} and seen.total() == len(ways), seen
    assert {way for _, way, *_ in seen} == set(ways)


def without_the_guard() -> tuple[bool, str, bool]:
    result = optimize_module(LayoutTask(read(KERNEL.read_text()), Options(), Clock()))
    return fork_safety.is_forked(), result.remarks[0], result.ir == KERNEL.read_text()


def test_a_fork_never_enters_the_engine_itself() -> None:
    """It would hang there, with Python's lock held."""
    inherited, remark, same = in_fork(without_the_guard)
    assert inherited and same
    assert "left unchanged: a forked process cannot use an engine that its parent has used" in remark


def ways(_: int = 0) -> dict[str, Any]:
    """Return the results of guarded functions in this process."""
    found: dict[str, Any] = {
        "pid": os.getpid(), "given": forking.give([1, 2]), "again": forking.give(None), "hang": forking.hang(),
        "killed": forking.die(signal.SIGKILL), "aborted": forking.die(signal.SIGABRT), "left": forking.leave(),
        "what": forking.give_what_cannot_be_sent(),
    }  # fmt: skip
    for name, call in {
        "input": lambda: egraph_opt.optimize("module {"), "extractor": lambda: egraph_opt.optimize("module {}", extract="wrong"),
        "remedy": forking.die_without_remedy, "sent": lambda: forking.give(n for n in range(3)),
    }.items():  # fmt: skip
        try:
            call()
        except Exception as error:
            found[name] = type(error), str(error)
    return found


def test_what_becomes_of_calls() -> None:
    found = in_fork(ways)
    (worker, given), (other, _) = found["given"], found["again"]
    assert given == [1, 2] and worker == other not in (found["pid"], os.getpid()), "one fresh process does one after another"
    assert found["hang"] == "otherwise: the fresh process did not answer within 3 s"
    assert found["killed"] == "otherwise: the fresh process was ended by SIGKILL"
    assert found["aborted"] == "otherwise: the fresh process was ended by SIGABRT"
    assert found["left"] == "otherwise: the fresh process ended with status 7"
    assert found["what"].startswith("otherwise: TypeError: cannot pickle")
    with pytest.raises(egraph_opt.InputError) as refused:
        egraph_opt.optimize("module {")
    assert found["input"] == (egraph_opt.InputError, str(refused.value))
    assert (
        issubclass(found["extractor"][0], ValueError)
        and "extract is one of tree, dag, exact, not 'wrong'" in found["extractor"][1]
    )
    assert found["remedy"] == (fork_safety.WorkerFailed, "the fresh process was ended by SIGKILL")
    assert found["sent"][0] is fork_safety.WorkerFailed and "an argument cannot be sent to a fresh process" in found["sent"][1]


def test_here_they_are_done_here() -> None:
    assert not fork_safety.is_forked() and forking.give(3) == (os.getpid(), 3)


def killed_at_work() -> Any:
    os.environ["EGRAPH_OPT_TEST"] = "1"
    return egraph_opt.optimize(KERNEL, cost=Killer("cycles", "cycles"))


def test_where_the_fresh_process_dies_the_input_comes_back() -> None:
    result = in_fork(killed_at_work)
    assert result.ir == KERNEL.read_text() and result.remarks == ("@*: left unchanged: the fresh process was ended by SIGKILL",)
    assert result.stopped_by and not result.optimal


SCRIPT = f"""
import multiprocessing, os, sys, threading
import egraph_opt
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tests.support.forking import HalfCycles

class Mine(HalfCycles):
    pass

def work(_=0):
    return egraph_opt.optimize(Path({str(KERNEL)!r}), cost=Mine()).ir

def put(queue):
    queue.put(work())

if __name__ == "__main__":
    expected = work()
    for method in sys.argv[1:]:
        context = multiprocessing.get_context(method)
        with ProcessPoolExecutor(1, mp_context=context) as executor:
            print(method, "executor", executor.submit(work).result({PATIENCE}) == expected)
        queue = context.Queue()
        daemon = context.Process(target=put, args=(queue,), daemon=True)
        daemon.start()
        print(method, "daemon", queue.get(timeout={PATIENCE}) == expected)
        daemon.join()
"""


def test_all_ways_to_start_a_process(tmp_path: Any) -> None:
    """With a cost model of the script's own, which is in no module that a fresh process could load."""
    (tmp_path / "script.py").write_text(SCRIPT)
    methods = ["fork", "spawn", "forkserver"]
    done = subprocess.run(
        [sys.executable, "-W", "ignore", str(tmp_path / "script.py"), *methods], env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.stdout.splitlines() == [f"{method} {way} True" for method in methods for way in ("executor", "daemon")], (
        done.stderr
    )


LATE = f"""
import os, sys
import egglog
if os.fork():
    sys.exit(os.waitstatus_to_exitcode(os.wait()[1]))
import egraph_opt
from egraph_opt.process import fork_safety
from pathlib import Path
result = egraph_opt.optimize(Path({str(KERNEL)!r}))
sys.exit(0 if fork_safety.is_forked() and result.optimal and not result.remarks else 3)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux says that a process is a fork")
def test_a_fork_that_first_imports_this_package() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", LATE], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr


def locked() -> bool:
    with LOCK():
        return True


LOCK = fork_safety.OwnLock()


def test_a_fork_finds_no_lock_held() -> None:
    with LOCK():
        assert in_fork(locked)
    with LOCK():
        pass


def test_the_end_of_a_fork_removes_nothing_of_its_parents() -> None:
    """Folders of the parent survive the end of a fork; Python's own temporary folders do not, if the fork exits normally."""
    code = """
import os, tempfile
from egraph_opt.process.module_child import child_folder, scratch
with scratch() as mine, child_folder() as childs, tempfile.TemporaryDirectory() as other:
    os.mkdir(childs)
    if os.fork() == 0:
        import ctypes
        ctypes.pythonapi.Py_Exit(0)
    os.wait()
    print(os.path.isdir(mine), os.path.isdir(childs), os.path.isdir(other))
print(os.path.isdir(mine), os.path.isdir(childs))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.split() == ["True", "True", "False", "False", "False"], done.stderr


def test_a_thread_that_outlives_its_process_says_nothing() -> None:
    program = f"""
import threading, time
from pathlib import Path
import egraph_opt

def work():
    egraph_opt.optimize(Path({str(ROOT / "tests/cases/layout/fan_out.mlir")!r}))
    done.set()
    time.sleep(60)

done = threading.Event()
threading.Thread(target=work, daemon=True).start()
done.wait()
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT)
    assert ended.returncode == 0 and ended.stderr == ""

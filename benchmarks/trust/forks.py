"""Forks after use: a process that has used the engines, or is using them in another thread, is forked at a random moment, and the fork
optimises. Each trial must end, and give the bytes that the parent got.

    python -m benchmarks.trust.forks --write                    # 1,000, one after another; a part of them compiles with the plug-in
    python -m benchmarks.trust.forks --trials 20 --no-plug-in   # where Triton is not installed

A parent serves a few dozen trials; then another one begins anew. A trial hangs if it has not ended after `PATIENCE` seconds.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import egraph_opt
from benchmarks.paths import CORPUS
from benchmarks.trust.sweep import Found, Sweep, command
from egraph_opt.process.module_child import scratch

KERNELS = [
    CORPUS / f"kernels/{name}/{file}.before.ttgir"
    for name, file in (("liger._swiglu_forward_kernel", "rlc1"), ("fla.chunk_gla_bwd_kernel_intra", "rlc3"))
]
PATIENCE = 180.0
PER_PARENT = 40
PLUG_IN = 0.06
"""The part of the trials that compile, which takes longer."""
STAGES = ("imported", "loaded", "used", "proved", "compiled", "in use", "z3 in use", "compiling")
"""Activity of the parent before the fork, or of another thread of it at the fork."""
WAYS = ("fork", "fork in a fork", "thread", "daemon", "executor", "exit")
"""Ways in which the fork is made, and ends."""

T = TypeVar("T")
Work = Callable[[], bytes]


def optimised(path: Path) -> bytes:
    """Return what the optimiser makes of a kernel; a remark is what it makes of a failure."""
    result = egraph_opt.optimize(path, extract="dag")
    return "".join((result.ir, *result.remarks)).encode()


def compiled() -> bytes:
    """A kernel's binary as the plug-in has it compiled, and what it says of it."""
    import egraph_opt.triton as plugin
    from tests.support.jit_kernels import binary, compile_for

    with plugin.enabled():
        made = binary(compile_for("cuda:90", "row_sums"))
        (record,) = plugin.report().kernels
    return made + f"{record.outcome} {record.reason}".encode()


def proved() -> None:
    """A use of z3, with a context of its own, as threads need it."""
    import z3

    context = z3.Context()
    x, solver = z3.Int("x", context), z3.Solver(ctx=context)
    solver.add(x > 3, x < 5)
    assert solver.check() == z3.sat


def prepared(stage: str) -> None:
    """Bring a parent to a stage that it stays at."""
    if stage == "loaded":
        import egglog  # noqa: F401
    elif stage in ("used", "in use"):
        optimised(KERNELS[0])
    elif stage in ("proved", "z3 in use"):
        optimised(KERNELS[0])
        proved()
    elif stage in ("compiled", "compiling"):
        compiled()


def busy(stage: str, stop: threading.Event) -> None:
    """Keep another thread busy."""
    again = {"in use": lambda: optimised(KERNELS[0]), "z3 in use": proved, "compiling": compiled}[stage]
    while not stop.is_set():
        again()


def forked(way: str, work: Work, expected: bytes) -> str:
    """Return what became of the work in a fork made in some way: `same`, `differs`, `hangs`, or how it ended."""
    if way == "thread":
        found: list[str] = []
        thread = threading.Thread(target=lambda: found.append(forked("fork", work, expected)))
        thread.start()
        thread.join()
        return found[0]
    if way == "executor":
        with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("fork")) as executor:
            try:
                return "same" if executor.submit(work).result(PATIENCE) == expected else "differs"
            except TimeoutError:
                for process in executor._processes.values():
                    process.kill()
                return "hangs"
    if way == "daemon":
        process = multiprocessing.get_context("fork").Process(target=_leave, args=(work, expected, sys.exit), daemon=True)
        process.start()
        process.join(PATIENCE)
        if process.exitcode is None:
            process.kill()
            return "hangs"
        return {0: "same", 3: "differs"}.get(process.exitcode, f"ended with {process.exitcode}")
    child = os.fork()
    if child == 0:
        if way == "fork in a fork":
            os._exit({"same": 0, "differs": 3, "hangs": 4}.get(forked("fork", work, expected), 5))
        _leave(work, expected, _finalise if way == "exit" else os._exit)
    return _waited(child)


def _leave(work: Work, expected: bytes, leave: Callable[[int], object]) -> None:
    try:
        code = 0 if work() == expected else 3
    except BaseException as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
        code = 5
    leave(code)


def _finalise(code: int) -> None:
    """Exit like a script that reaches its end, except for the frames above this one."""
    ctypes.pythonapi.Py_Exit(code)


def _waited(child: int) -> str:
    deadline = time.monotonic() + 2 * PATIENCE
    while time.monotonic() < deadline:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            code = os.waitstatus_to_exitcode(status)
            return {0: "same", 3: "differs", 4: "hangs"}.get(code, f"ended with {code}")
        time.sleep(0.01)
    with suppress(OSError):
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "hangs"


def parent(
    seed: int, trials: int, stage: str, expected: dict[str, bytes], ways: Sequence[str] = ()
) -> Counter[tuple[str, str, str, str]]:
    """Some trials of one parent at one stage: stage, way, work and outcome, counted. Call it in a process of its own.

    Each trial draws its way, unless `ways` has one for each.
    """
    chance = random.Random(seed)
    with scratch() as folder:  # a fork that comes to its end leaves it there
        os.environ |= {"TRITON_CACHE_DIR": folder, "TRITON_ALWAYS_COMPILE": "1"}
        prepared(stage)
        stop = threading.Event()
        thread = threading.Thread(target=busy, args=(stage, stop)) if stage in ("in use", "z3 in use", "compiling") else None
        if thread:
            thread.start()
        seen: Counter[tuple[str, str, str, str]] = Counter()
        for trial in range(trials):
            path = KERNELS[0] if chance.random() < 0.8 else KERNELS[1]
            compiles = "plug-in" in expected and chance.random() < PLUG_IN
            way = ways[trial] if ways else chance.choice(WAYS)
            time.sleep(chance.uniform(0.0, 0.3))
            work: Work = compiled if compiles else _Optimised(path)
            seen[
                stage,
                way,
                "plug-in" if compiles else "optimize",
                forked(way, work, expected["plug-in" if compiles else str(path)]),
            ] += 1
        stop.set()
        if thread:
            thread.join()
    return seen


class _Optimised:
    """`optimised` of a path, which an executor can send."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __call__(self) -> bytes:
        return optimised(self._path)


def _alone(works: dict[str, Work]) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"TRITON_CACHE_DIR": folder, "TRITON_ALWAYS_COMPILE": "1"}
        return {name: work() for name, work in works.items()}


def in_fresh(function: Callable[..., T], *arguments: object) -> T:
    """Return what a function returns in a process that is started anew."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as executor:
        return executor.submit(function, *arguments).result()


def expectations(plug_in: bool) -> dict[str, bytes]:
    """Return what each work gives in a process that is no fork."""
    works: dict[str, Work] = {str(path): _Optimised(path) for path in KERNELS} | ({"plug-in": compiled} if plug_in else {})
    return in_fresh(_alone, works)


def trials_of(number: int, plug_in: bool, seed: int) -> Counter[tuple[str, str, str, str]]:
    """So many trials, spread over the stages. What is expected is made in processes that are started anew."""
    expected = expectations(plug_in)
    stages = [stage for stage in STAGES if plug_in or not stage.startswith("compil")]
    size = max(1, min(PER_PARENT, number // len(stages)))
    total: Counter[tuple[str, str, str, str]] = Counter()
    for index, first in enumerate(range(0, number, size)):
        total += in_fresh(parent, seed + index, min(size, number - first), stages[index % len(stages)], expected)
        print(f"{total.total()} trials", file=sys.stderr, flush=True)
    return total


def run(trials: int = 1_000, plug_in: bool = True, seed: int = 1) -> Found:
    """Fork so many times; without the plug-in where Triton is not installed."""
    seen = trials_of(trials, plug_in, seed)
    rows = []
    for key in sorted({key[:3] for key in seen}):
        counts = [seen[*key, outcome] for outcome in ("same", "hangs", "differs")]
        total = sum(count for (*of, _), count in seen.items() if tuple(of) == key)
        rows.append((*key, total, *counts[1:], total - sum(counts)))
    wrong = [f"{', '.join(key)}: {count}" for key, count in sorted(seen.items()) if key[-1] != "same"]
    return Found(("stage", "fork", "work", "trials", "hangs", "differs", "other"), rows, wrong)


SWEEPS = (Sweep("forks", run, ("egglog", "triton")),)


if __name__ == "__main__":
    sys.exit(command(*SWEEPS))

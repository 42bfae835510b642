"""Work of a command on one function, in a child process.

`WORK` maps each command to a function from a `Job` and a `Piece` to a `FunctionOutcome`.
"""

from __future__ import annotations

import gc
import math
import os
import resource
import time
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from egraph_opt.apps.fleet.records.line_format import FunctionOutcome
from egraph_opt.process.memory_limit import limit_memory

WORK = {
    "opt": "egraph_opt.apps.fleet.jobs:run_optimize",
    "compare": "egraph_opt.apps.fleet.jobs:run_compare",
    "check": "egraph_opt.apps.fleet.jobs:run_check",
}
OBJECTS = 1_000_000
"""Number of new objects after which Python collects garbage cycles, as in `egraph_opt.command.start`.

A child process also collects garbage between functions.
"""
SELDOM = 20.0
"""Least time between two garbage collections, as a multiple of the duration of the last one."""
MAX_CHILD_BYTES = 1 << 30
"""Memory use in bytes above which a child process is replaced after a function."""


@dataclass(frozen=True)
class Job:
    """Command and options for all functions of a run, sent to other processes and machines.

    Attributes:
        command: a name in `WORK`.
        options: the options by name, as Python values.
        rules: the rulesets, which also select the rule family.
        more: other parameters of the command.
        write: whether to return the output program.
    """

    command: str
    options: dict[str, Any] = field(default_factory=dict)
    rules: str = "layout"
    more: dict[str, Any] = field(default_factory=dict)
    write: bool = False


class Piece(NamedTuple):
    source: str
    function: str
    text: str
    other: str = ""
    """For `check`, the program to compare with."""
    kept: FunctionOutcome | None = None
    """Cached outcome, used if its program is proved equal to the input."""


class TaskOutcome(NamedTuple):
    """Outcome of a function, with the time and the number of attempts."""

    outcome: FunctionOutcome
    cpu: float
    """Seconds of CPU time, including ended child processes."""
    wall: float
    attempts: int = 1
    worn: bool = False
    """Whether the child process uses so much memory that it should be replaced."""
    kept: bool = False
    """Whether the outcome is from the cache."""


def run_piece(job: Job, piece: Piece, memory: int, alone: bool) -> TaskOutcome:
    """Run a command on a function; must be called in a dedicated child process.

    Args:
        job: command and options.
        piece: the function.
        memory: limit of the address space in bytes.
        alone: whether other compilers run in separate processes, because they may crash.
    """
    cpu, wall = _cpu(), time.perf_counter()
    limit_memory(memory)
    if not alone:
        _prepare_child()
    if (outcome := _proved_again(job, piece)) is None:
        module, _, name = WORK[job.command].partition(":")
        outcome = getattr(import_module(module), name)(job, piece)
    _collect()
    return TaskOutcome(
        outcome, _cpu() - cpu, time.perf_counter() - wall, worn=_held_memory() > MAX_CHILD_BYTES, kept=outcome is piece.kept
    )


def _proved_again(job: Job, piece: Piece) -> FunctionOutcome | None:
    if piece.kept is None:
        return None
    from egraph_opt.apps.fleet.cached_result_check import holds

    return piece.kept if holds(piece.text, piece.kept.text, piece.source, job.rules, job.options) else None


@cache
def _prepare_child() -> None:
    from egraph_opt.baseline import libtriton

    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    libtriton.run_in_process()
    gc.set_threshold(OBJECTS)


class _Collection(NamedTuple):
    """CPU time at the end of the last garbage collection, and its duration, in seconds."""

    ended: float = -math.inf
    took: float = 0.0


_last = _Collection()


def _collect() -> None:
    """Collect garbage cycles, if enough time has passed. After the first function, existing objects are exempted from later collections.

    Memoised results make collections longer. If each function ended with one, collections would take half of the time after 500
    functions.
    """
    global _last
    began = time.process_time()
    if began - _last.ended < SELDOM * _last.took:
        return
    gc.collect()
    if not gc.get_freeze_count():
        gc.freeze()
    ended = time.process_time()
    _last = _Collection(ended, ended - began)


def _cpu() -> float:
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in both)


def _held_memory() -> int:
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        return 0

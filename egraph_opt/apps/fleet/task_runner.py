"""Work on one function, by command name, in a child process that isolates failures.

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
"""Number of new objects after which Python collects cycles, as for a command (`egraph_opt.command.start`).

A child process also collects between functions.
"""
SELDOM = 20.0
"""Least time between two garbage collections, as a multiple of the duration of the last one."""
MAX_CHILD_BYTES = 1 << 30
"""Memory use in bytes after a function above which a child process is replaced."""


@dataclass(frozen=True)
class Job:
    """Work on each function of a run. It is sent to other processes and machines.

    Attributes:
        command: a name in `WORK`.
        options: the options by name, as Python values.
        rules: the rulesets, which also select the family.
        more: other parameters of the command.
        write: whether to return the output program.
    """

    command: str
    options: dict[str, Any] = field(default_factory=dict)
    rules: str = "layout"
    more: dict[str, Any] = field(default_factory=dict)
    write: bool = False


class Piece(NamedTuple):
    """Function and its inputs."""

    source: str
    function: str
    text: str
    other: str = ""
    """Program to compare with, for a check; it has the same source name."""
    kept: FunctionOutcome | None = None
    """Cached outcome with a program, used if its program is proved equal again."""


class TaskOutcome(NamedTuple):
    """Outcome of a function, with the time and the attempts that it took."""

    outcome: FunctionOutcome
    cpu: float
    """Seconds of CPU time, including ended child processes."""
    wall: float
    attempts: int = 1
    worn: bool = False
    """True if the process should not run another function."""
    kept: bool = False
    """True if the outcome is from an earlier run."""


def run_piece(job: Job, piece: Piece, memory: int, alone: bool) -> TaskOutcome:
    """Run the work, in a dedicated child process.

    Args:
        job: the work on each function.
        piece: the function.
        memory: limit of the address space in bytes.
        alone: whether other compilers run in separate processes, because they may kill this one.
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
    """Return the cached outcome if its program is proved equal to the input, else None."""
    if piece.kept is None:
        return None
    from egraph_opt.apps.fleet.cached_result_check import holds

    return piece.kept if holds(piece.text, piece.kept.text, piece.source, job.rules, job.options) else None


@cache
def _prepare_child() -> None:
    """Prepare a child process before its first function."""
    from egraph_opt.baseline import libtriton

    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    libtriton.run_in_process()
    gc.set_threshold(OBJECTS)


class _Collection(NamedTuple):
    """Last garbage collection: when it ended in CPU seconds of the process, and its duration."""

    ended: float = -math.inf
    took: float = 0.0


_last = _Collection()


def _collect() -> None:
    """Collect garbage cycles, if enough time has passed. Objects of the first function are frozen, so they are not scanned again.

    Memoised results make a collection longer from function to function: without this limit it took half of the time after 500 functions.
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
    """Return the resident memory in bytes; 0 if the system does not report it."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        return 0

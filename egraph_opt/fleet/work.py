"""What is done with one function, by the name of the command: in a child process, where what goes wrong costs nothing else.

A command that works on functions is an entry of `WORK`: a function that takes a `Job` and a `Piece`, and returns an `Outcome`.
"""

from __future__ import annotations

import gc
import os
import resource
import time
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from egraph_opt.fleet.records.record import Outcome
from egraph_opt.process.limits import bound

WORK = {
    "opt": "egraph_opt.fleet.jobs:optimized",
    "compare": "egraph_opt.fleet.jobs:compared",
    "check": "egraph_opt.fleet.jobs:checked",
}
OBJECTS = 1_000_000
"""As for a command (`egraph_opt.command.start`): a child looks for cycles itself, after each function."""
WORN = 1 << 30
"""Bytes of memory in use after a function with which a child has had its day."""


@dataclass(frozen=True)
class Job:
    """What is done with each function of a run. It is sent to other processes and machines.

    Attributes:
        command: a name in `WORK`.
        options: the options by name, as Python takes them.
        rules: the rulesets, and with them the family.
        more: what else the command was asked for.
        write: whether the program that is made is wanted.
    """

    command: str
    options: dict[str, Any] = field(default_factory=dict)
    rules: str = "layout"
    more: dict[str, Any] = field(default_factory=dict)
    write: bool = False


class Piece(NamedTuple):
    """A function with what is needed to work on it."""

    source: str
    function: str
    text: str
    other: str = ""
    """For a check, the program that it is compared with; its name is `source`, too."""


class Done(NamedTuple):
    """What became of a function, and what that took."""

    outcome: Outcome
    cpu: float
    """Seconds of processor time, with that of ended children."""
    wall: float
    attempts: int = 1
    worn: bool = False
    """Whether the process that did it should not do another one."""


def done(job: Job, piece: Piece, memory: int, alone: bool) -> Done:
    """Do the work, in a child that is for nothing else.

    Args:
        job: what is done with each function.
        piece: the function.
        memory: bytes of address space.
        alone: whether compilers of others work in processes of their own, since this child may not survive them.
    """
    cpu, wall = _cpu(), time.perf_counter()
    bound(memory)
    if not alone:
        _once()
    module, _, name = WORK[job.command].partition(":")
    outcome = getattr(import_module(module), name)(job, piece)
    _collect()
    return Done(outcome, _cpu() - cpu, time.perf_counter() - wall, worn=_held() > WORN)


@cache
def _once() -> None:
    """What a child does before its first function."""
    from egraph_opt.baseline import libtriton

    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    libtriton.here()
    gc.set_threshold(OBJECTS)


def _collect() -> None:
    """Let go of what a function has left in cycles. What the first one has loaded stays, and is not looked at again."""
    gc.collect()
    if not gc.get_freeze_count():
        gc.freeze()


def _cpu() -> float:
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in both)


def _held() -> int:
    """Bytes of memory in use; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        return 0

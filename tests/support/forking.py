"""Functions that fresh processes run in tests."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from typing import Any

from egraph_opt.cost import Cycles
from egraph_opt.process.fork_safety import run_fork_safe


def otherwise(reason: str, *_: object) -> str:
    return f"otherwise: {reason}"


@run_fork_safe(otherwise, seconds=3.0)
def hang() -> str:
    time.sleep(3600)
    return "done"


@run_fork_safe(otherwise, seconds=600.0)
def die(number: int) -> str:
    os.kill(os.getpid(), number)
    return "done"


@run_fork_safe(otherwise)
def leave() -> str:
    os._exit(7)


@run_fork_safe()
def give(what: Any) -> Any:
    return os.getpid(), what


@run_fork_safe()
def die_without_remedy() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@run_fork_safe(otherwise)
def give_what_cannot_be_sent() -> Any:
    return (n for n in range(3))


@dataclass(frozen=True)
class HalfCycles(Cycles):
    """A user's cost model."""

    def cost(self, *arguments: Any, **named: Any) -> float:
        return 0.5 * super().cost(*arguments, **named)

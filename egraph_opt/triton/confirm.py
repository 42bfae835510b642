"""A last look at a changed program: what ptxas makes of it. It decides over registers and spills, which no cost model foresees.

Triton's program and ours, with loads where they were and with loads in other layouts, are compiled as far as machine code, side by side;
ours goes on only where that says that it will be faster (`egraph_opt.machine.use`). What is kept is not compiled again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from egraph_opt.machine.use import Use, use_of

Stage = Callable[[Any, Any], Any]

WORTH, ORDER_WORTH = 0.035, 0.005
"""The part of its time that a program must be predicted to save: about what predictions are worth for changes that small. Where only the
order of operations changes they are worth more: of 126 programs predicted to save between 0.3 and 3 % 45 saved over 2 % and 3 lost."""


def worth(cost: tuple[float, float]) -> float:
    """What a program must be predicted to save, by the costs of Triton's and its own: they are the same where layouts are."""
    return ORDER_WORTH if cost[0] == cost[1] else WORTH


@dataclass(frozen=True, slots=True)
class Made:
    """One program through the stages after `ttgir`: what each made, of what, the metadata then, what it takes, and the seconds it took."""

    made: dict[str, tuple[Any, Any]]
    metadata: dict[str, Any]
    use: Use
    seconds: float


def make(stages: Sequence[tuple[str, Stage]], module: Any, metadata: dict[str, Any]) -> Made:
    """Run the stages on a module, which they change.

    Raises:
        OSError, ValueError: Triton's `cuobjdump` does not tell what the code takes.
        Exception: whatever a stage raises.
    """
    started = time.perf_counter()
    made, metadata = {}, dict(metadata)
    for name, stage in stages:
        source, module = module, stage(module, metadata)
        made[name] = source, module
    seconds = time.perf_counter() - started
    return Made(made, metadata, use_of(module, metadata["shared"], metadata["num_warps"]), seconds)

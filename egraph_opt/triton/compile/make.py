"""One program through Triton's stages, as far as machine code."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from egraph_opt.machine.use import Use, use_of

Stage = Callable[[Any, Any], Any]


@dataclass(frozen=True, slots=True)
class Made:
    """One program through the stages after `ttgir`: what each made, the metadata then, what it takes, and the seconds it took."""

    results: dict[str, Any]
    metadata: dict[str, Any]
    use: Use
    seconds: float


def make(stages: Sequence[tuple[str, Stage]], module: Any, metadata: dict[str, Any]) -> Made:
    """Run the stages on a module, which they change.

    Raises:
        ValueError: the code does not tell what it takes.
        Exception: whatever a stage raises.
    """
    started = time.perf_counter()
    results, metadata = {}, dict(metadata)
    for name, stage in stages:
        module = results[name] = stage(module, metadata)
    seconds = time.perf_counter() - started
    return Made(results, metadata, use_of(module, metadata["shared"], metadata["num_warps"]), seconds)

"""Compilation of one program to machine code through Triton's stages."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from egraph_opt.machine.prediction import ResourceUse, use_of

Stage = Callable[[Any, Any], Any]


@dataclass(frozen=True)
class StageResults:
    """Outputs of the stages after `ttgir` by stage name, the final metadata, and the compilation time in seconds."""

    results: dict[str, Any]
    metadata: dict[str, Any]
    seconds: float
    known: ResourceUse | None = None

    @cached_property
    def use(self) -> ResourceUse:
        """Resource use of the machine code. Raises ValueError if it is not recorded there."""
        if self.known is not None:
            return self.known
        *_, code = self.results.values()
        return use_of(code, self.metadata["shared"], self.metadata["num_warps"])


def make(stages: Sequence[tuple[str, Stage]], module: Any, metadata: dict[str, Any]) -> StageResults:
    """Run the stages on a module, which is changed in place.

    Raises the errors of the stages.
    """
    started = time.perf_counter()
    results, metadata = {}, dict(metadata)
    for name, stage in stages:
        module = results[name] = stage(module, metadata)
    return StageResults(results, metadata, time.perf_counter() - started)

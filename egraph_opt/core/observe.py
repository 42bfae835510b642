"""Who watches a run: what each stage made, and what became of each module. A run is the same whoever watches it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from egraph_opt.core.result import FunctionResult
from egraph_opt.ir.module import Module


class Observer:
    """Told of each step of a run (`egraph_opt.core.pipeline`), in order. It changes nothing, and raises nothing."""

    def stage(self, name: str, made: Any) -> None:
        """A stage made something."""

    def module(self, before: Module, after: Module, records: Sequence[FunctionResult]) -> None:
        """A module became another one, or stayed itself."""

"""Observers of a run: they see the result of each stage and of each module. A run does not depend on its observers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from egraph_opt.core.result import FunctionResult
from egraph_opt.ir.module import Module


class Observer:
    """Observer of the steps of a run (`egraph_opt.core.pipeline`), in order. It changes nothing and raises nothing."""

    def stage(self, name: str, made: Any) -> None:
        """Handle the result of a stage."""

    def module(self, before: Module, after: Module, records: Sequence[FunctionResult]) -> None:
        """Handle a module that was changed or left unchanged."""

"""Observers of a run: they see the result of each stage and of each module. A run does not depend on its observers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from egraph_opt.core.result import FunctionResult
from egraph_opt.ir.module import Module


class Observer:
    """Observer of the steps of a run (`egraph_opt.core.pipeline`), in order. It changes nothing and raises nothing."""

    def stage(self, name: str, made: Any) -> None:
        """Handle the result of a stage."""

    def module(self, before: Module, after: Module, records: Sequence[FunctionResult]) -> None:
        """Handle a module that was changed or left unchanged."""


_observing: ContextVar[Sequence[Observer]] = ContextVar("observing", default=())


@contextmanager
def attach_observers(observers: Sequence[Observer]) -> Iterator[None]:
    """Tell some observers of all that is done during a `with` statement."""
    token = _observing.set(observers)
    try:
        yield
    finally:
        _observing.reset(token)


def is_observed() -> bool:
    """Return whether the present run has observers."""
    return bool(_observing.get())


def tell(stage: str, made: Any) -> None:
    """Tell the observers of the present run the result of a stage."""
    for observer in _observing.get():
        observer.stage(stage, made)


def tell_module(before: Module, after: Module, records: Sequence[FunctionResult]) -> None:
    """Tell the observers of the present run what became of a module."""
    for observer in _observing.get():
        observer.module(before, after, records)

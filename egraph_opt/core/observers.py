"""Observers of a run, which receive the result of each stage and of each module."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from egraph_opt.core.result import FunctionResult
from egraph_opt.ir.module import Module


class Observer:
    """Observer of the stages of a run (`egraph_opt.core.pipeline`). An observer must not raise errors or change the objects that
    it receives.
    """

    def stage(self, name: str, made: Any) -> None:
        """Receive the result of a stage."""

    def module(self, before: Module, after: Module, records: Sequence[FunctionResult]) -> None:
        """Receive a module before and after optimisation, with the records of its functions."""


_observing: ContextVar[Sequence[Observer]] = ContextVar("observing", default=())


@contextmanager
def attach_observers(observers: Sequence[Observer]) -> Iterator[None]:
    """Notify observers of all stages within a `with` statement."""
    token = _observing.set(observers)
    try:
        yield
    finally:
        _observing.reset(token)


def is_observed() -> bool:
    """Return whether the current run has observers."""
    return bool(_observing.get())


def tell(stage: str, made: Any) -> None:
    """Pass the result of a stage to the observers of the current run."""
    for observer in _observing.get():
        observer.stage(stage, made)


def tell_module(before: Module, after: Module, records: Sequence[FunctionResult]) -> None:
    """Pass a module, the new module and the records of its functions to the observers of the current run."""
    for observer in _observing.get():
        observer.module(before, after, records)

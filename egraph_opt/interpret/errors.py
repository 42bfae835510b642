"""Errors of an interpretation."""

from egraph_opt.errors import EgraphOptError


class NotModelled(EgraphOptError, NotImplementedError):
    """Error raised for an operation or type without a meaning in the interpreter; `name` is its name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is not modelled")
        self.name = name


class OutOfBounds(EgraphOptError, IndexError):
    """Error raised for an access outside every buffer, or outside the indexed tensor."""


class StepLimit(EgraphOptError, RuntimeError):
    """Error raised when more operations were run than the caller allowed."""


class CopiesDiffer(EgraphOptError, AssertionError):
    """Error raised when threads hold different values of the same element."""


class NotInThread(EgraphOptError, AssertionError):
    """Error raised when a thread's result needs an element that the thread does not hold."""

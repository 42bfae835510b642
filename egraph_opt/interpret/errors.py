"""Errors of the interpreter."""

from egraph_opt.errors import EgraphOptError


class NotModelled(EgraphOptError, NotImplementedError):
    """Error: the operation or type `name` is not supported."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is not modelled")
        self.name = name


class OutOfBounds(EgraphOptError, IndexError):
    """Error: an access is outside every buffer, or outside the indexed tensor."""


class StepLimit(EgraphOptError, RuntimeError):
    """Error: the run exceeds the limit on operations."""


class CopiesDiffer(EgraphOptError, AssertionError):
    """Error: threads have different values of the same element."""


class NotInThread(EgraphOptError, AssertionError):
    """Error: a result needs an element that its thread does not have."""

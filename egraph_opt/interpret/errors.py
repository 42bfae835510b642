"""Errors of the interpreter."""

from egraph_opt.errors import EgraphOptError


class NotModelled(EgraphOptError, NotImplementedError):
    """Error for an unsupported operation or type, named `name`."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is not modelled")
        self.name = name


class OutOfBounds(EgraphOptError, IndexError):
    """Error for an access outside every buffer, or outside the indexed tensor."""


class StepLimit(EgraphOptError, RuntimeError):
    """Error for exceeding the caller's limit on operations."""


class CopiesDiffer(EgraphOptError, AssertionError):
    """Error for threads that store different values of the same element."""


class NotInThread(EgraphOptError, AssertionError):
    """Error for a result that needs an element outside its thread."""

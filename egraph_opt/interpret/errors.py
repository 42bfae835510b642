"""What an interpretation can fail with."""

from egraph_opt.errors import EgraphOptError


class NotModelled(EgraphOptError, NotImplementedError):
    """The interpreter has no meaning for this operation or type; `name` says which."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is not modelled")
        self.name = name


class OutOfBounds(EgraphOptError, IndexError):
    """An access outside every buffer, or outside the tensor it indexes."""


class StepLimit(EgraphOptError, RuntimeError):
    """More operations were run than the caller allowed."""


class CopiesDiffer(EgraphOptError, AssertionError):
    """Threads that hold the same element hold different values of it."""


class NotInThread(EgraphOptError, AssertionError):
    """A thread's result needs an element that the thread does not hold."""

"""What an interpretation can fail with."""


class NotModelled(NotImplementedError):
    """The interpreter has no meaning for this operation or type; `name` says which."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is not modelled")
        self.name = name


class OutOfBounds(IndexError):
    """An access outside every buffer, or outside the tensor it indexes."""


class StepLimit(RuntimeError):
    """More operations were run than the caller allowed."""


class CopiesDiffer(AssertionError):
    """Threads that hold the same element hold different values of it."""


class NotInThread(AssertionError):
    """A thread's result needs an element that the thread does not hold."""

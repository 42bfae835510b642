"""Lower bound of the memory that kernels must move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class Touched:
    """Bytes of the tensors that Triton's kernels are given, by kernel: the least that they move if they touch every element once."""

    def __init__(self) -> None:
        self.bytes: dict[str, int] = {}

    def watch(self) -> None:
        """Count each launch from now on."""
        from triton.runtime.jit import JITFunction

        run = JITFunction.run

        def counted(function: Any, *arguments: Any, **named: Any) -> Any:
            name = function.__name__
            self.bytes[name] = self.bytes.get(name, 0) + distinct([*arguments, *named.values()])
            return run(function, *arguments, **named)

        JITFunction.run = counted


def distinct(arguments: Iterable[Any]) -> int:
    """Bytes of the tensors among a launch's arguments; tensors of the same memory count once."""
    import torch

    spans = {(x.data_ptr(), x.numel() * x.element_size()) for x in arguments if isinstance(x, torch.Tensor)}
    return sum(size for _, size in spans)

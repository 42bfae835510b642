"""Arguments of launches whose arrays overlap, and of some whose do not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any


class Tensor:
    """Stand-in with the part of a PyTorch tensor that a launch reads: its storage."""

    def __init__(self, begin: int, size: int = 100) -> None:
        self._storage = SimpleNamespace(data_ptr=lambda: begin, nbytes=lambda: size)

    def untyped_storage(self) -> Any:
        return self._storage


OUT, IN, SCALE, MEAN = (Tensor(1000 * i) for i in range(1, 5))

APART = {
    "all four": (OUT, IN, SCALE, MEAN),
    "side by side": (Tensor(0), Tensor(100), SCALE, Tensor(200)),
    "the two that are read are one": (OUT, IN, IN, MEAN),
    "the two that are written are one": (OUT, IN, SCALE, OUT),
}

OVERLAPPING = {
    "in place": (IN, IN, SCALE, MEAN),
    "by one byte": (Tensor(IN.untyped_storage().data_ptr() - 99), IN, SCALE, MEAN),
    "one within the other": (OUT, IN, Tensor(4010, 10), MEAN),
    "what is no tensor of PyTorch's": (OUT, IN, SCALE, 1 << 20),
}

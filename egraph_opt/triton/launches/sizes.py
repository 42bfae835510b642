"""Choice between two programs by the size of a launch: timed once for each class of sizes.

Which of two programs is faster depends on how long a launch takes: for a short one, the host's work decides, except in a CUDA graph.
Sizes of one class have equal binary logarithms, rounded down: sequences that grow word by word are in few classes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from egraph_opt.triton.launches.descriptors import KEPT, Described, Where
from egraph_opt.triton.pipeline.launch import StandIn

CLASSES = 16
"""Largest number of classes that are timed for a kernel. After that, a launch takes the choice of the nearest class."""

Size = tuple[int, ...]
"""Integers of a launch: its grid, and the arguments that are integers."""


class Pays(NamedTuple):
    """Answers for launches of a size: whether descriptors make them faster."""

    alone: bool
    """The kernel alone, ..."""
    in_a_row: bool
    """... and launches in a row, which take as long as the host if that is slower."""


NEITHER = Pays(False, False)


class BySize:
    """Answers for a kernel's launches, by their sizes."""

    def __init__(self) -> None:
        self._known: dict[Size, Pays] = {}

    def __call__(self, size: Sequence[int], timed: Callable[[], Pays | None]) -> Pays | None:
        """Return whether descriptors make a launch faster; None if that cannot be timed now.

        Args:
            size: the launch's integers, always as many.
            timed: times both programs for this launch; None if it cannot.
        """
        form = form_of(size)
        if form not in self._known:
            if len(self._known) >= CLASSES:
                return self._known[min(self._known, key=lambda known: (distance(known, form), known))]
            pays = timed()
            if pays is None:
                return None
            self._known[form] = pays
        return self._known[form]


def form_of(size: Sequence[int]) -> Size:
    """Return the class of a size: the number of bits of each integer, below zero for negative ones."""
    return tuple(number.bit_length() * (-1 if number < 0 else 1) for number in size)


def distance(one: Size, other: Size) -> int:
    """Return how far apart two classes are: the sum of what their integers differ by, in bits."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def picked(places: Sequence[int]) -> Callable[[Sequence[Any]], tuple[Any, ...]]:
    """Return a function that picks the items at these places."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda items: tuple(items[place] for place in places)


def recording() -> bool:
    """Return whether a CUDA graph is being recorded, where PyTorch timed kernels before; launches pay for this."""
    return bool(sys.modules["torch"].cuda.is_current_stream_capturing())


class Sized(StandIn):
    """Stand-in for a kernel that is launched with descriptors where that is faster."""

    def __init__(self, made: Described, pays: Callable[[Described, Sequence[Any], Where], Pays | None]) -> None:
        """`pays` times a launch of both; None if it cannot."""
        super().__init__(made.plain)
        self._made, self._pays = made, pays
        self._integers = picked([2 + place for place in made.integers])
        self._by_size = BySize()
        self._known: dict[Size, Pays] = {}

    def run(self, x: int, y: int, z: int, stream: Any, function: Any, packed: Any, metadata: Any, *rest: Any) -> None:
        size = x, y, z, *self._integers(rest)  # every launch pays for this
        pays = self._known.get(size) or self._decided(size, rest[2:], (x, y, z, stream))
        if pays.in_a_row or (pays.alone and recording()):
            self._made.run(x, y, z, stream, function, packed, metadata, *rest)
        else:
            kernel = self._kernel
            run = kernel.run  # loads the kernel
            run(x, y, z, stream, kernel.function, kernel.packed_metadata, metadata, *rest)

    def chosen(self, arguments: Sequence[Any], where: Where) -> Any:
        return self._kernel

    def _decided(self, size: Size, arguments: Sequence[Any], where: Where) -> Pays:
        if self._made.allowed(arguments, where[:3]) is None:  # which says nothing about other launches of this size
            return NEITHER
        pays = self._by_size(size, lambda: self._pays(self._made, arguments, where))
        if pays is None:
            return NEITHER
        if len(self._known) >= KEPT:
            self._known.clear()
        self._known[size] = pays
        # Triton reads these at each launch, and they need not be looked up at the kernel each time
        self.function, self.packed_metadata = self._kernel.function, self._kernel.packed_metadata
        self.launch_metadata = self._kernel.launch_metadata
        return pays

"""Choice between two programs by the size of a launch: timed once for each class of sizes.

Sizes of one class have equal binary logarithms, rounded down: sequences that grow word by word are in few classes. Where the GPU gains,
launches that the GPU waits for keep the program that takes the host less, unless a CUDA graph records them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any

from egraph_opt.triton.launches.backlog import Backlog
from egraph_opt.triton.launches.descriptors import MAX_CACHED_COMBINATIONS, DescriptorKernel, Where, pick_places
from egraph_opt.triton.launches.fast_launch import direct
from egraph_opt.triton.pipeline.launch_hook import StandIn

CLASSES = 16
"""Largest number of classes that are timed for a kernel. After that, a launch takes the choice of the nearest class."""

Size = tuple[int, ...]
"""Integers of a launch: its grid, and the arguments that are integers."""


AXES, STREAM, ARGUMENTS = (0, 1, 2), 3, 9
"""Places of the grid, the stream, and the kernel's first argument among what a launch is given."""


class SizeClassUse(IntEnum):
    """Which launches of a size have descriptors."""

    NEVER = 0
    WHERE_THEY_WAIT = 1
    """Launches that wait for the GPU, so that the host need not hurry, and those that a CUDA graph records."""
    ALWAYS = 2


class BySize:
    """Answers for a kernel's launches, by their sizes."""

    def __init__(self) -> None:
        self._known: dict[Size, SizeClassUse] = {}

    def __call__(self, size: Sequence[int], timed: Callable[[], SizeClassUse | None]) -> SizeClassUse | None:
        """Return which launches of a size have descriptors; None if that cannot be timed now.

        Args:
            size: the launch's integers, always as many.
            timed: times both programs for this launch; None if it cannot.
        """
        form = form_of(size)
        if form not in self._known:
            if len(self._known) >= CLASSES:
                return self._known[min(self._known, key=lambda known: (distance(known, form), known))]
            use = timed()
            if use is None:
                return None
            self._known[form] = use
        return self._known[form]


def form_of(size: Sequence[int]) -> Size:
    """Return the class of a size: the number of bits of each integer, below zero for negative ones."""
    return tuple(number.bit_length() * (-1 if number < 0 else 1) for number in size)


def distance(one: Size, other: Size) -> int:
    """Return how far apart two classes are: the sum of what their integers differ by, in bits."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def recording() -> bool:
    """Return whether a CUDA graph is being recorded, where PyTorch timed kernels before; launches pay for this."""
    return sys.modules["torch"].cuda.is_current_stream_capturing()  # type: ignore[no-any-return]


class SizeClassKernel(StandIn):
    """Stand-in for a kernel that is launched with descriptors where that is faster."""

    def __init__(
        self, made: DescriptorKernel, use: Callable[[DescriptorKernel, Sequence[Any], Where], SizeClassUse | None]
    ) -> None:
        """`use` times a launch of both; None if it cannot."""
        super().__init__(made.plain)
        self._made, self._use = made, use
        self._by_size = BySize()
        self._known: dict[Size, Callable[..., None]] = {}
        self.keep_fields()
        self._plain = direct(self._kernel)
        self._programs = {
            SizeClassUse.NEVER: self._plain,
            SizeClassUse.WHERE_THEY_WAIT: where_they_wait(self._plain, made.run),
            SizeClassUse.ALWAYS: made.run,
        }
        known, size_of = self._known.get, pick_places([*AXES, *[ARGUMENTS + place for place in made.integers]])
        decided: Callable[..., None] = self._decide_size
        # every launch pays for this: a call of a method, and each name that it looks up, would cost as much again
        vars(self)["run"] = lambda *given: known(size_of(given), decided)(*given)

    def choose_kernel(self, arguments: Sequence[Any], where: Where) -> Any:
        return self._kernel

    def _decide_size(self, *given: Any) -> None:
        """Launch a kernel of a size that was not seen before."""
        size = *given[: len(AXES)], *[given[ARGUMENTS + place] for place in self._made.integers]
        arguments, where = given[ARGUMENTS:], given[: STREAM + 1]
        use = None
        if (
            self._made.allowed_descriptors(arguments, where[:STREAM]) is not None
        ):  # one that is not says nothing about others of this size
            use = self._by_size(size, lambda: self._use(self._made, arguments, where))
        if use is None:
            self._plain(*given)
            return
        if len(self._known) >= MAX_CACHED_COMBINATIONS:
            self._known.clear()
        self._known[size] = self._programs[use]
        self._known[size](*given)


def where_they_wait(plain: Callable[..., None], made: Callable[..., None]) -> Callable[..., None]:
    """Return what launches a kernel with descriptors while its launches wait, and where they are recorded, and else without."""
    backlog = Backlog()

    def run(*given: Any) -> None:
        if given[STREAM] and recording():  # CUDA records nothing on its default stream, whose number is 0
            made(*given)
            return
        backlog.left -= 1
        if backlog.left <= 0:
            backlog.look()
        (made if backlog.waits else plain)(*given)

    return run

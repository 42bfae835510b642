"""Selection between a kernel with descriptors and a kernel without, by one timing for each size class of launches.

Launches are in one class if their integers have equal bit lengths, so sequences of growing length need few timings. Descriptors
may save GPU time but cost host time. If so, only launches that queue for the GPU, or are captured in a CUDA graph, use
descriptors.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from egraph_opt.triton.launches.backlog import Backlog
from egraph_opt.triton.launches.fast_launch import direct
from egraph_opt.triton.launches.kernel_arguments import MAX_CACHED_COMBINATIONS, Where, pick_places
from egraph_opt.triton.pipeline.launch_hook import StandIn

if TYPE_CHECKING:
    from egraph_opt.triton.launches.descriptor_kernel import DescriptorKernel

CLASSES = 16
"""Largest number of size classes that are timed for a kernel. Launches of other classes use the result of the nearest class."""

Size = tuple[int, ...]
"""Integers of a launch (its grid and its integer arguments), or the bit lengths of these integers."""


AXES, STREAM, ARGUMENTS = (0, 1, 2), 3, 9
"""Positions of the grid, the stream, and the kernel's first argument among the arguments of `run`."""


class SizeClassUse(IntEnum):
    """Set of the launches of a size class (launches whose integers have equal bit lengths) that use descriptors."""

    NEVER = 0
    WHERE_THEY_WAIT = 1
    """Only launches that queue for the GPU, or are captured in a CUDA graph."""
    ALWAYS = 2


class BySize:
    """Memo of which launches of a kernel use descriptors, by size class (the bit lengths of a launch's integers)."""

    def __init__(self) -> None:
        self._known: dict[Size, SizeClassUse] = {}

    def __call__(self, size: Sequence[int], timed: Callable[[], SizeClassUse | None]) -> SizeClassUse | None:
        """Return which launches of a size class use descriptors; None if they cannot be timed now.

        Args:
            size: the launch's integers.
            timed: times both kernels for this launch; returns None if this is impossible.
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
    """Return the size class of a launch's integers: their bit lengths, negated for negative integers."""
    return tuple(number.bit_length() * (-1 if number < 0 else 1) for number in size)


def distance(one: Size, other: Size) -> int:
    """Return the sum of the differences between the bit lengths of two size classes."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def recording() -> bool:
    """Return whether a CUDA graph is being captured. PyTorch must be imported."""
    return sys.modules["torch"].cuda.is_current_stream_capturing()  # type: ignore[no-any-return]


class SizeClassKernel(StandIn):
    """Proxy of a kernel that uses descriptors at launches for whose size class (bit lengths of the integers) they are faster."""

    def __init__(
        self, made: DescriptorKernel, use: Callable[[DescriptorKernel, Sequence[Any], Where], SizeClassUse | None]
    ) -> None:
        """`use` times a launch with and without descriptors; it returns None if this is impossible."""
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
        size = *given[: len(AXES)], *[given[ARGUMENTS + place] for place in self._made.integers]
        arguments, where = given[ARGUMENTS:], given[: STREAM + 1]
        use = None
        if (
            self._made.allowed_descriptors(arguments, where[:STREAM]) is not None
        ):  # a failed precondition says nothing about other launches of this size
            use = self._by_size(size, lambda: self._use(self._made, arguments, where))
        if use is None:
            self._plain(*given)
            return
        if len(self._known) >= MAX_CACHED_COMBINATIONS:
            self._known.clear()
        self._known[size] = self._programs[use]
        self._known[size](*given)


def where_they_wait(plain: Callable[..., None], made: Callable[..., None]) -> Callable[..., None]:
    """Return a launch function that calls `made`, with descriptors, for launches that queue or are captured in a CUDA graph, else
    `plain`.
    """
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

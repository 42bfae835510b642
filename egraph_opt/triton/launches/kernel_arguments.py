"""Arguments of a launch: their places and types."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any

MAX_CACHED_COMBINATIONS = 1024
"""Largest number of entries in a kernel's cache of descriptors, which is cleared when full."""
DESCRIPTOR_CAPABILITY = 90
"""Least compute capability of NVIDIA GPUs with descriptors, times ten."""
INTEGERS = frozenset(("i1", "i8", "i16", "i32", "i64", "u1", "u8", "u16", "u32", "u64"))
Where = tuple[Any, ...]
"""Grid and stream of a launch."""


def pick_places(places: Sequence[int]) -> Callable[[Sequence[Any]], tuple[Any, ...]]:
    """Return a function that returns the items at these positions of a sequence."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda items: tuple(items[place] for place in places)


def takes_descriptors(signature: Mapping[str, Any], target: Any) -> bool:
    """Return whether the host can make descriptors for a kernel: for its target, and with its parameters' types."""
    whole = all(isinstance(kind, str) and not kind.startswith(("tensordesc", "nvTmaDesc")) for kind in signature.values())
    return whole and target.backend == "cuda" and target.arch >= DESCRIPTOR_CAPABILITY

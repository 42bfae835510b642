"""Text of a kernel that is split for launch (`host_descriptors`), as a launcher reads it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from egraph_opt.ir.attributes import integers
from egraph_opt.ir.module import Op
from egraph_opt.text import read

BASES = "egraph_opt.bases"
"""Attribute of @name__launch: for each descriptor, the index of the kernel parameter that holds its base pointer."""
SEPARATOR = "\n// -----\n\n"
"""Separator of the three modules in one text."""


class Split(NamedTuple):
    """Parts of a split kernel that a launcher needs."""

    text: str
    """Module of the kernel with descriptor parameters."""
    launch: Op
    """Host function."""
    bases: tuple[int, ...]
    """Index of the parameter that holds the base pointer, for each descriptor."""
    types: tuple[str, ...]
    """Type of each descriptor."""
    unused: frozenset[int]
    """Indices of parameters of the original kernel that the kernel with descriptors does not use."""


def split_text(text: str) -> Split | None:
    """Parse the text of a split kernel, or return None for any other text."""
    texts = text.split(SEPARATOR)
    if len(texts) != 3:
        return None
    (kernel,), (launch,) = read(texts[1]).functions(), read(texts[2]).functions()
    arguments = kernel.regions[0].blocks[0].arguments
    types = tuple(v.type for v in arguments if v.type.startswith("!tt.tensordesc"))
    used = {v for op in kernel.walk() for v in op.operands}
    own = arguments[: len(launch.regions[0].blocks[0].arguments)]
    unused = frozenset(number for number, value in enumerate(own) if value not in used)
    return Split(texts[1], launch, tuple(integers(launch.attributes[BASES])), types, unused)


def encodable(base: int, shape: Sequence[int], strides: Sequence[int], bytes: int) -> bool:
    """Return whether `cuTensorMapEncodeTiled` accepts a descriptor.

    The host must check each descriptor before a launch: the kernel's proof covers only executed accesses, and a loop may not run.

    Args:
        base: the address of the first element, which has `bytes` bytes.
        shape, strides: in elements.
    """
    even = all(0 < s * bytes < 1 << 40 and s * bytes % 16 == 0 for s in strides[:-1])
    return base % 16 == 0 and even and strides[-1] == 1 and all(0 < n < 1 << 31 for n in shape)

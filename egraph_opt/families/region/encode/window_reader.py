"""Reader of the tensor part that an operation accesses (window): offsets, sizes, strides, and unit dimensions that the type omits."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from egraph_opt.errors import Unsupported
from egraph_opt.families.region.encode.linalg_reader import integers, mixed_extents
from egraph_opt.families.region.encode.tensor_program import EncodedFunction
from egraph_opt.families.region.vocabulary.symbolic_extent import DYNAMIC, Extent, Shape, Size
from egraph_opt.families.region.vocabulary.window import Window, dense, end_axis, window
from egraph_opt.ir.module import Op, Value


def read_window(
    p: EncodedFunction, op: Op, shape: Shape, offsets: Sequence[Extent], sizes: Sequence[Extent], strides: Sequence[Extent]
) -> Window:
    """Return the window (rectangular tensor part) that an operation accesses, and record as a fact that it is inside the tensor.

    Raises:
        Unsupported: the window is provably outside, or its strides are dynamic.
    """
    if any(isinstance(s, Size) or (isinstance(n, Size) and s != 1) for s, n in zip(strides, sizes, strict=True)):
        raise Unsupported(f"{op.name} with strides of run time (line {op.line})")
    try:
        made = window(shape, offsets, sizes, strides)
    except ValueError as error:
        raise Unsupported(f"{op.name}: {error} (line {op.line})") from None
    for axis in made:
        p.sizes.learn(axis.offset, axis.size, axis.base - end_axis(axis))
    return made


def columns(p: EncodedFunction, op: Op, given: Sequence[Sequence[Value]]) -> tuple[list[Extent], list[Extent], list[Extent]]:
    """Return the offsets, sizes and strides of an operation, with the values `given` in place of dynamic numbers."""
    offsets, sizes, strides = given
    return (
        mixed_extents(p, op, "static_offsets", offsets),
        mixed_extents(p, op, "static_sizes", sizes),
        mixed_extents(p, op, "static_strides", strides),
    )


def format_tensor_type(shape: Shape, element: str) -> str:
    extents = "".join(f"{'?' if isinstance(n, Size) else n}x" for n in shape)
    return f"tensor<{extents}{element}>"


def unit_groups(shape: Shape, kept: Sequence[int | None]) -> list[list[int]]:
    """Assign the dimensions of `shape` to those of a type of lower rank (`kept`); all but one dimension per group have extent 1.

    Raises:
        Unsupported: the type is not `shape` without some unit dimensions.
    """
    ones = [axis for axis, n in enumerate(shape) if n == 1]
    for dropped in combinations(ones, len(shape) - len(kept)):
        rest = [axis for axis in range(len(shape)) if axis not in dropped]
        if rest and all(
            (None if isinstance(shape[axis], Size) else shape[axis]) == n for axis, n in zip(rest, kept, strict=True)
        ):
            ends = [*(axis + 1 for axis in rest[:-1]), len(shape)]
            return [list(range(a, b)) for a, b in zip([0, *ends], ends, strict=False)]
    raise Unsupported("a view that drops more than dimensions of one element")


def note_window(p: EncodedFunction, op: Op, w: Window) -> int:
    """Return the number of a window (rectangular tensor part), and record whether IREE fails to recognise it as contiguous.

    IREE considers only static numbers (Utils.cpp:108, #15195).
    """
    number = p.names.window(w)
    if set(integers(op, "static_strides")) != {1} or not dense(
        tuple(axis._replace(base=DYNAMIC) if isinstance(axis.size, Size) else axis for axis in w)
    ):
        p.names.refused.add(number)
    return number

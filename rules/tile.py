"""Memory accesses through pointers become structured accesses of a target, one dimension at a time.

Stride and mask along a dimension become a dimension of a block pointer, a tensor descriptor, or a triton-shared `tts` access (triton-shared
#81). The hardware constraints of a descriptor (cuTensorMapEncodeTiled) are conditions of the rules.
"""

from egraph_opt.core.rule import Equation, rule
from egraph_opt.families.pointer.vocabulary.conditions import *
from egraph_opt.families.pointer.vocabulary.meaning import *
from egraph_opt.families.pointer.vocabulary.tile import *


@rule
def known_sum(n: Num, a: Num, b: Num) -> Equation:
    """A sum equals any scalar that is proved to have its value, so equal base addresses become one term."""
    return plus(a, b), n, sums(n, a, b)


@rule
def start_at_corner(a: Access, b: Num) -> Equation:
    """A memory access in which all elements have one address and no mask is a structured access without dimensions yet."""
    return access(a, uniform(b), always()), corner(a, b)


@rule
def step_as_window(a: Access, d: Dimension, o: Num, s: Num, x: Lanes, m: Mask, c: Num) -> Equation:
    """A stride becomes a dimension of a `tts` access, with any start offset.

    The offset times the stride is subtracted from the base address.
    """
    return access(a, step(d, s, x), m), window(d, o, s, access(a, add(x, uniform(c)), m)), displaces(c, o, s)


@rule
def bound_as_mask(a: Access, d: Dimension, size: Num, h: Num, x: Lanes, m: Mask) -> Equation:
    """An upper bound on an index becomes a `tts` access's number of active elements: the bound, clamped to 0 ... block size."""
    return access(a, x, both(inside(d, h), m)), masked(d, size, h, access(a, x, m)), block_size(a, d, size)


@rule
def drop_lower_bound(a: Access, d: Dimension, n: Num, x: Lanes, m: Mask) -> Equation:
    """A lower bound of at most zero on an index masks nothing. A `tts` access can express no other lower bounds."""
    return access(a, x, both(beyond(d, n), m)), access(a, x, m), nonpositive_number(n)


@rule
def lookup_as_list(a: Access, d: Dimension, n: Table, s: Num, x: Lanes, m: Mask) -> Equation:
    """A memory access with addresses from a table is a gather or scatter: a `tts` access by a list of indices."""
    return access(a, lookup(d, n, s, x), m), listed(d, n, s, access(a, x, m))


@rule
def truths_as_picked(a: Access, d: Dimension, n: Table, x: Lanes, m: Mask) -> Equation:
    """A mask along one dimension that is no bound on the index becomes the boolean mask of a gather or scatter."""
    return access(a, x, both(chosen(d, n), m)), picked(d, n, access(a, x, m))


@rule
def rest_as_select(a: Access, p: Mask, x: Lanes, m: Mask) -> Equation:
    """A mask that no structured access expresses may become a select after the load, if the masked addresses are readable.

    Intel's pass uses masks as filters in this way.
    """
    return access(a, x, both(p, m)), selected(a, p, access(a, x, m)), readable(a)


@rule
def lookup_as_fold(a: Access, d: Dimension, n: Table, o: Num, s: Num, limit: Num, x: Lanes, m: Mask) -> Equation:
    """A block whose addresses wrap around at most once, at a limit, is two blocks.

    triton-shared does not check how often addresses wrap around.
    """
    return access(a, lookup(d, n, s, x), m), folded(d, o, s, limit, access(a, x, m)), wraps(a, d, n, o, limit)


@rule
def step_as_block(a: Access, d: Dimension, o: Num, s: Num, x: Lanes, m: Mask, c: Num) -> Equation:
    """A stride becomes a dimension of a block pointer, if the base is reduced by start offset times stride.

    The start offset must fit in 32 bits.
    """
    return (
        access(a, step(d, s, x), m),
        block(d, o, s, access(a, add(x, uniform(c)), m)),
        displaces(c, o, s),
        fits_number(o),
    )


@rule
def bound_as_extent(a: Access, d: Dimension, o: Num, s: Num, n: Num, x: Lanes, h: Num, m: Mask, c: Num) -> Equation:
    """An upper bound on an index becomes the extent of a block pointer's tensor, if the block's offset in it is non-negative."""
    return (
        access(a, step(d, s, x), both(inside(d, h), m)),
        checked(d, o, s, n, access(a, add(x, uniform(c)), m)),
        displaces(c, o, s),
        sums(n, h, o),
        moderate_number(h),
        fits_number(o),
        nonnegative_number(o),
    )


@rule
def bounds_as_extent(a: Access, d: Dimension, o: Num, s: Num, n: Num, x: Lanes, g: Num, h: Num, m: Mask, c: Num) -> Equation:
    """A lower and an upper bound on an index become the extent of a block pointer's tensor, which begins at the lower bound."""
    return (
        access(a, step(d, s, x), both(beyond(d, g), both(inside(d, h), m))),
        checked(d, o, s, n, access(a, add(x, uniform(c)), m)),
        displaces(c, o, s),
        sums(n, h, o),
        moderate_number(h),
        opposite(g, o),
        fits_number(o),
    )


@rule
def all_inside(a: Access, d: Dimension, o: Num, s: Num, n: Num, x: Lanes, m: Mask, c: Num) -> Equation:
    """If all indices along a dimension are within an extent, the dimension may be bounds-checked, as a descriptor always does."""
    return (
        access(a, step(d, s, x), m),
        checked(d, o, s, n, access(a, add(x, uniform(c)), m)),
        displaces(c, o, s),
        covered(a, d, o, n),
        fits_number(o),
    )


@rule
def stride_of_one_index(a: Access, d: Dimension, s: Num, r: Num, x: Lanes, m: Mask) -> Equation:
    """A stride along a dimension of extent 1 may have any value, for example one that the hardware accepts."""
    return access(a, step(d, s, x), m), access(a, step(d, r, x), m), block_size(a, d, integer(1)), same_stride(s, r)


@rule
def align_corner(a: Access, b: Num) -> Equation:
    """A block whose base address is a multiple of 16 bytes satisfies the hardware's alignment constraint."""
    return corner(a, b), aligned_corner(a, b), aligned(b)


@rule
def lanes_as_buffer(a: Access, b: Num, y: Lanes, m: Mask) -> Equation:
    """A memory access is a buffer access (one base, unsigned 32-bit offsets) if no offset is negative or too large.

    Beyond 2 GiB, AMD hardware reads zero and drops stores.
    """
    return access(a, add(y, uniform(b)), m), buffer(a, b, y, m), near(a, y)


@rule
def extent_as_box(d: Dimension, o: Num, s: Num, n: Num, t: Tile) -> Equation:
    """A bounds-checked dimension is a dimension of a descriptor, if the hardware accepts its stride and extent.

    The stride is a multiple of 16 bytes and below 2^40, the extent at least 1 and below 2^31.
    """
    return checked(d, o, s, n, t), box(d, o, s, n, t), stride_fits(s), extent_fits(n)


@rule
def extent_as_row(a: Access, d: Dimension, o: Num, s: Num, n: Num, t: Tile) -> Equation:
    """A bounds-checked dimension is the innermost dimension of a descriptor, if its elements are contiguous in memory.

    The extent is at least 1 and below 2^31, and for a store a multiple of 16 bytes.
    """
    return checked(d, o, s, n, t), row(a, d, o, s, n, t), unit(a, s), extent_fits(n), granular(a, n)

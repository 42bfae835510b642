"""Laws of folds (sums, maxima) over domains of any size, proved by induction: each claim has a base case and an induction step."""

from __future__ import annotations

from typing import Any

from egraph_opt.verifier.laws.exponential_laws import exponential, sums_of
from egraph_opt.verifier.laws.extremum_laws import maximum
from egraph_opt.verifier.laws.law import Claim, law


@law
def loop_is_fold(z: Any) -> Claim:
    """A value that a loop only adds to (or only takes maxima with) is its start combined with a fold."""
    start, total, x, carried = z.Reals("start total x carried")
    added = z.Implies(carried == start + total, carried + x == start + (total + x))
    larger = z.Implies(
        carried == maximum(z, start, total), maximum(z, carried, x) == maximum(z, start, maximum(z, total, x))
    )  # fmt: skip
    return Claim([start + 0 == start, added, larger], z.Implies(carried == start + total, carried + x == total + x))


@law
def join_of_blocks(z: Any) -> Claim:
    """A fold over blocks, and over positions in a block, is one fold over `size * block + place`; masked positions are neutral."""
    size, block, place, end = z.Ints("size block place end")
    element, first = (z.Function(name, z.IntSort(), z.RealSort()) for name in ("element", "first"))
    here = size * block + place
    masked = z.If(here < end, element(here), z.RealVal(0))
    given = [size > 0, first(0) == 0, first(here + 1) == first(here) + masked]
    partial = z.Real("partial")  # the sum of all blocks before this one, and of its places before this one
    step = z.Implies(partial == first(here), partial + masked == first(here + 1))
    next_block = z.Implies(z.And(partial == first(here), place == size), partial == first(size * (block + 1)))
    beyond = z.Implies(here >= end, first(here + 1) == first(here))
    wrong = z.Implies(partial == first(here), partial + z.If(here <= end, element(here), z.RealVal(0)) == first(here + 1))
    return Claim([step, next_block, beyond], wrong, given)


@law
def digits_of_place(z: Any) -> Claim:
    """A block number and a position in the block are quotient and remainder of `size * block + place`: no two pairs give one element."""
    size, block, place, other, rest = z.Ints("size block place other rest")
    below = z.And(size > 0, place >= 0, place < size, rest >= 0, rest < size)
    same = z.Implies(size * block + place == size * other + rest, z.And(block == other, place == rest))
    # of blocks that are apart, the product with the size is, too: by induction over how far they are apart
    apart = z.Int("apart")
    grows = [z.Implies(size > 0, size * 1 >= size), z.Implies(z.And(size > 0, size * apart >= size), size * (apart + 1) >= size)]
    given = [
        z.Implies(z.And(size > 0, one - two >= 1), size * one - size * two >= size)
        for one, two in ((block, other), (other, block))
    ]
    wrong = z.Implies(z.And(size > 0, place >= 0, place <= size, rest >= 0, rest < size), same)
    return Claim([*grows, z.Implies(below, same)], wrong, given)


@law
def factor_out_of_sum(z: Any) -> Claim:
    """A factor that does not depend on the summation index may be taken out of a sum; a sum of x + y is two sums."""
    c, total, scaled, x, other, y = z.Reals("c total scaled x other y")
    base = c * 0 == z.RealVal(0)
    step = z.Implies(scaled == c * total, scaled + c * x == c * (total + x))
    parts = z.Implies(scaled == total + other, scaled + (x + y) == (total + x) + (other + y))
    return Claim([base, step, parts], z.Implies(scaled == c * total, scaled + c * x == c * total + x))


@law
def exchange_of_folds(z: Any) -> Claim:
    """Two nested folds by one operation may be exchanged, or joined into one fold over both ranges."""
    rows, columns, row, x = z.Reals("rows columns row x")
    step = z.Implies(rows == columns, rows + (row + x) == (columns + row) + x)
    larger = maximum(z, rows, maximum(z, row, x)) == maximum(z, maximum(z, rows, row), x)
    return Claim([step, larger], z.Implies(rows == columns, rows + (row + x) == columns + row))


@law
def sum_of_ones(z: Any) -> Claim:
    """The sum of 1 over the integers from `low` to `high` is `high - low + 1`, if that is not negative."""
    low, high, total = z.Ints("low high total")
    step = z.Implies(total == high - low + 1, total + 1 == (high + 1) - low + 1)
    return Claim([(low - 1) - low + 1 == 0, step], z.Implies(total == high - low, total + 1 == high - low))


@law
def union_of_ranges(z: Any) -> Claim:
    """A sum over a range is the sum over elements that satisfy a condition plus the sum over the others."""
    p, x = z.Bool("p"), z.Real("x")
    total, holding, rest = z.Reals("total holding rest")
    zero = z.RealVal(0)
    step = z.Implies(total == holding + rest, total + x == (holding + z.If(p, x, zero)) + (rest + z.If(p, zero, x)))
    wrong = z.Implies(total == holding + rest, total + x == (holding + z.If(p, x, zero)) + (rest + x))
    return Claim([zero == zero + zero, step], wrong)


@law
def fold_of_one_element(z: Any) -> Claim:
    """A sum whose elements are zero except at one index is the element there, if the index is in range."""
    end, chosen = z.Ints("end chosen")
    element = z.Function("element", z.IntSort(), z.RealSort())
    total = z.Real("total")

    def until(last: Any) -> Any:
        return z.If(z.And(chosen >= 0, chosen < last), element(chosen), z.RealVal(0))

    here = z.If(end == chosen, element(end), z.RealVal(0))
    step = z.Implies(z.And(end >= 0, total == until(end)), total + here == until(end + 1))
    return Claim([until(z.IntVal(0)) == 0, step], z.Implies(total == until(end), total + here == until(end)))


@law
def maximum_of_nonnegative(z: Any) -> Claim:
    """A number that is not positive may be dropped from a maximum with a number that is never negative."""
    x, c = z.Reals("x c")
    dropped = z.Implies(x >= 0, maximum(z, x, c) == x)
    return Claim([z.Implies(c <= 0, dropped)], dropped)


@law
def rescaled_sum(z: Any) -> Claim:
    """Let each iteration rescale a sum s to a new shift g. Then s is `exp(-g)` times the sum of the increments of `exp(g) s`."""
    e, (s, t, b, g, new, later) = exponential(z), z.Reals("s t b g new later")
    given = [*sums_of(e, (g, -g), (later, -later)), e(g + -g) == 1, e(later + -later) == 1]
    held = z.And(s == t * e(-g), new * e(later) - s * e(g) == b)
    return Claim(
        [z.Implies(held, new == (t + b) * e(-later)), z.Implies(z.And(s == 0, new * e(later) == b), new == b * e(-later))],
        z.Implies(held, new == (t + b) * e(-g)),
        given,
    )

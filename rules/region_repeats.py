"""Repetitions that a computation need not read: it reads the tensor before it was repeated.

Heads that share keys and values (grouped-query attention, Ainslie et al. 2023) come to IREE as keys repeated for each head, in
tensors of their own. A product over heads in groups reads the keys as they are.
"""

from egraph_opt.core.rule import Equation, rule
from egraph_opt.families.region.vocabulary.read_words import *
from egraph_opt.families.region.vocabulary.term import *


@rule
def split_rows(f: Computation, m: IndexMap, q: Shape, s: Shape, t: Shape, x: Tensor, xs: Tensors) -> Equation:
    """A result equals itself with its dimensions grouped otherwise, and back: then the computation may go in between."""
    made = elementwise(f, with_tensor(spread(m, q, s, x), xs))
    return made, recount(s, recount(t, made)), split(f, s, t)


@rule
def recount_computation(f: Computation, t: Shape, xs: Tensors) -> Equation:
    """A result in another grouping equals the computation on operands in it: an element depends on what is read for it alone."""
    return recount(t, elementwise(f, xs)), elementwise(f, recount_all(t, xs)), rows(f, t)


@rule
def recount_each_operand(t: Shape, x: Tensor, xs: Tensors) -> Equation:
    """A list of operands in another grouping is the list of the operands in it."""
    return recount_all(t, with_tensor(x, xs)), with_tensor(recount(t, x), recount_all(t, xs))


@rule
def recount_no_operand(s: Shape, t: Shape) -> Equation:
    """An empty list of operands in another grouping is the empty list of that shape."""
    return recount_all(t, no_tensors(s)), no_tensors(t)


@rule
def recount_spread(m: IndexMap, n: IndexMap, q: Shape, r: Shape, s: Shape, t: Shape, x: Tensor) -> Equation:
    """What is read for a result in another grouping is read of the operand in another grouping."""
    return recount(t, spread(m, q, s, x)), spread(n, r, t, recount(r, x)), regrouped(m, q, s, n, r, t)


@rule
def recount_repeat(m: IndexMap, n: IndexMap, q: Shape, r: Shape, s: Shape, t: Shape, x: Tensor) -> Equation:
    """A repetition in another grouping is a repetition of the tensor in another grouping."""
    return recount(t, repeat(m, q, s, x)), repeat(n, r, t, recount(r, x)), regrouped(m, q, s, n, r, t)


@rule
def recount_again(s: Shape, t: Shape, x: Tensor) -> Equation:
    """Of two groupings, the last one counts: neither moves an element in row-major order."""
    return recount(t, recount(s, x)), recount(t, x)


@rule
def recount_splat(c: Scalar, s: Shape, t: Shape) -> Equation:
    """A tensor of one scalar in another grouping is such a tensor."""
    return recount(t, splat(c, s)), splat(c, t)


@rule
def recount_empty(s: Shape, t: Shape) -> Equation:
    """A tensor that was never written, in another grouping, is such a tensor."""
    return recount(t, empty(s)), empty(t)


@rule
def read_repeated(n: IndexMap, r: Shape, t: Shape, m: IndexMap, q: Shape, k: IndexMap, x: Tensor) -> Equation:
    """What a computation reads of a repetition it can read of the tensor that is repeated: the repetition need not be made."""
    return spread(n, r, t, repeat(m, q, r, x)), spread(k, q, t, x), through(n, r, t, m, q, k)

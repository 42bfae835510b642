"""Repeated tensors: a computation reads a tensor directly instead of a materialised repetition of it.

With grouped-query attention (Ainslie et al. 2023), programs for IREE materialise keys once per head. A product over grouped heads reads the
keys directly.
"""

from egraph_opt.core.rule import Equation, rule
from egraph_opt.families.region.vocabulary.read_words import *
from egraph_opt.families.region.vocabulary.term import *


@rule
def split_rows(f: Computation, m: IndexMap, q: Shape, s: Shape, t: Shape, x: Tensor, xs: Tensors) -> Equation:
    """The result of a computation equals the result reshaped and reshaped back, so the computation may run in the other shape."""
    made = elementwise(f, with_tensor(spread(m, q, s, x), xs))
    return made, recount(s, recount(t, made)), split(f, s, t)


@rule
def recount_computation(f: Computation, t: Shape, xs: Tensors) -> Equation:
    """Reshaping an elementwise result equals the computation on reshaped operands."""
    return recount(t, elementwise(f, xs)), elementwise(f, recount_all(t, xs)), rows(f, t)


@rule
def recount_each_operand(t: Shape, x: Tensor, xs: Tensors) -> Equation:
    """Reshaping a list of operands gives the list of the reshaped operands."""
    return recount_all(t, with_tensor(x, xs)), with_tensor(recount(t, x), recount_all(t, xs))


@rule
def recount_no_operand(s: Shape, t: Shape) -> Equation:
    """Reshaping an empty operand list gives the empty list of the new shape."""
    return recount_all(t, no_tensors(s)), no_tensors(t)


@rule
def recount_spread(m: IndexMap, n: IndexMap, q: Shape, r: Shape, s: Shape, t: Shape, x: Tensor) -> Equation:
    """Reshaping an operand read by an indexing map equals reading the reshaped operand by a map on the new dimensions."""
    return recount(t, spread(m, q, s, x)), spread(n, r, t, recount(r, x)), regrouped(m, q, s, n, r, t)


@rule
def recount_repeat(m: IndexMap, n: IndexMap, q: Shape, r: Shape, s: Shape, t: Shape, x: Tensor) -> Equation:
    """Reshaping a repetition of a tensor equals a repetition of the reshaped tensor."""
    return recount(t, repeat(m, q, s, x)), repeat(n, r, t, recount(r, x)), regrouped(m, q, s, n, r, t)


@rule
def recount_again(s: Shape, t: Shape, x: Tensor) -> Equation:
    """Of two consecutive reshapes, only the last one has an effect: neither changes the row-major order."""
    return recount(t, recount(s, x)), recount(t, x)


@rule
def recount_splat(c: Scalar, s: Shape, t: Shape) -> Equation:
    """Reshaping a splat tensor gives a splat tensor of the new shape."""
    return recount(t, splat(c, s)), splat(c, t)


@rule
def recount_empty(s: Shape, t: Shape) -> Equation:
    """Reshaping an uninitialised tensor gives an uninitialised tensor of the new shape."""
    return recount(t, empty(s)), empty(t)


@rule
def read_repeated(n: IndexMap, r: Shape, t: Shape, m: IndexMap, q: Shape, k: IndexMap, x: Tensor) -> Equation:
    """A computation that reads a repetition of a tensor may read the tensor itself."""
    return spread(n, r, t, repeat(m, q, r, x)), spread(k, q, t, x), through(n, r, t, m, q, k)

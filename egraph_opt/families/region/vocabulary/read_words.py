# mypy: disable-error-code="empty-body"
"""Symbols for repeated tensors and for computations with regrouped dimensions, with their meanings.

Attention with keys shared by several heads multiplies repeated (broadcast) keys. If the rows of the result are grouped by shared key, the
product can read the keys before the repetition.
"""

from __future__ import annotations

from typing import Any

from egraph_opt.core.vocabulary import Fact
from egraph_opt.families.region.vocabulary.term import Computation, IndexMap, Shape, Tensor, TensorMeaning, Tensors, fact, symbol
from egraph_opt.families.region.vocabulary.term import words as words  # who imports it from here has the words below, too


def _reshape_meaning(w: Any, s: Any, xs: Any) -> TensorMeaning:
    return TensorMeaning(
        lambda i: xs.at(w.unplace(xs.shape, w.place(w.shape(s), i))),
        w.shape(s),
        (*xs.typed, w.count(xs.shape) == w.count(w.shape(s))),
    )


@symbol(_reshape_meaning)
def recount_all(s: Shape, xs: Tensors) -> Tensors:
    """The operands `xs`, each reshaped to `s` in row-major order."""


@symbol(
    lambda w, m, q, s, x: TensorMeaning(
        lambda i: x.at(w.lead(m, i)), w.shape(s), (*x.typed, x.shape == w.shape(q), w.fits(m, w.shape(s), w.shape(q)))
    )
)
def repeat(m: IndexMap, q: Shape, s: Shape, x: Tensor) -> Tensor:
    """The elements of `x`, of shape `q`, repeated or permuted to shape `s`: element i is the element of `x` at index `m`(i)."""


@fact(lambda w, f, s, t: w.count(w.shape(s)) == w.count(w.shape(t)))
def split(f: Computation, s: Shape, t: Shape) -> Fact:
    """The shapes `s` and `t` have equally many elements, so the results of `f` can be reshaped to `t`."""


@fact(lambda w, f, t: None, guide=True)
def rows(f: Computation, t: Shape) -> Fact:
    """The results of `f` are worth reshaping to `t`, which separates the dimensions along which an operand of `f` was repeated."""


@fact(lambda w, m, q, s, n, r, t: w.state_regrouping(m, q, s, n, r, t))
def regrouped(m: IndexMap, q: Shape, s: Shape, n: IndexMap, r: Shape, t: Shape) -> Fact:
    """The map `n` from shape `t` to `r` equals the map `m` from `s` to `q`, after reshaping in row-major order."""


@fact(lambda w, n, r, t, m, q, k: w.through(n, r, t, m, q, k))
def through(n: IndexMap, r: Shape, t: Shape, m: IndexMap, q: Shape, k: IndexMap) -> Fact:
    """Map `k` reads from a tensor what map `n` reads from the tensor that map `m` repeats."""

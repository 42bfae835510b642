# mypy: disable-error-code="empty-body"
"""Words for tensors that are read through repetitions and in other groupings of their dimensions, with their meanings.

A product of repeated operands, as in attention with heads that share keys, can read the tensor before it was repeated, once its
rows are grouped by what they share.
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
    """Each of `xs` as a tensor of shape `s`, with its elements in row-major order."""


@symbol(
    lambda w, m, q, s, x: TensorMeaning(
        lambda i: x.at(w.lead(m, i)), w.shape(s), (*x.typed, x.shape == w.shape(q), w.fits(m, w.shape(s), w.shape(q)))
    )
)
def repeat(m: IndexMap, q: Shape, s: Shape, x: Tensor) -> Tensor:
    """The elements of `x`, of shape `q`, repeated or in another order: each element of shape `s` is the one that `m` leads to."""


@fact(lambda w, f, s, t: w.count(w.shape(s)) == w.count(w.shape(t)))
def split(f: Computation, s: Shape, t: Shape) -> Fact:
    """The results of shape `s` of a computation have as many elements as tensors of shape `t`, which may suit its operands better."""


@fact(lambda w, f, t: None, guide=True)
def rows(f: Computation, t: Shape) -> Fact:
    """Results of shape `t` suit the operands of the computation."""


@fact(lambda w, m, q, s, n, r, t: w.state_regrouping(m, q, s, n, r, t))
def regrouped(m: IndexMap, q: Shape, s: Shape, n: IndexMap, r: Shape, t: Shape) -> Fact:
    """In row-major order, `n` leads from shape `t` to shape `r` where `m` leads from shape `s` to shape `q`."""


@fact(lambda w, n, r, t, m, q, k: w.through(n, r, t, m, q, k))
def through(n: IndexMap, r: Shape, t: Shape, m: IndexMap, q: Shape, k: IndexMap) -> Fact:
    """Reading by `n` what is repeated by `m` is reading by `k`."""

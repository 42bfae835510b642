"""All pairs of kernels of wheels."""

from __future__ import annotations

from benchmarks.verify.pair import Pair
from benchmarks.verify.wheels import quantisation, rows, sampling, states


def wheel_pairs() -> list[Pair]:
    """Return all pairs of kernels of wheels."""
    parts = (rows.norms, rows.activations, rows.rotaries, sampling.softmaxes, sampling.losses, sampling.samplers, quantisation.tokens,
             quantisation.groups, quantisation.dequantisation, quantisation.activations, quantisation.products, quantisation.experts,
             states.merges, states.decoding, states.caches, states.adapters, states.recurrences)  # fmt: skip
    return [pair for part in parts for pair in part()]


def operation_of(pair: Pair) -> str:
    """Return the operation of a pair."""
    return pair.name.partition(": ")[2]


def types_of(pair: Pair) -> str:
    """Return the element types of the arrays of a pair."""
    return ", ".join(dict.fromkeys(text.partition("[")[0] for text in pair.arrays.values()))

"""Elementwise application of a function to arrays of expression ids, once for each different tuple of operands."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from egraph_opt.verifier.lift.expression_domain import Numbers


def apply_once(function: Callable[..., int], operands: Sequence[Numbers]) -> Numbers:
    """Apply a function elementwise to arrays of one shape, and call it only once for equal operands."""
    shape = operands[0].shape
    which, columns = distinct_rows([x.reshape(-1) for x in operands])
    results = [function(*row) for row in zip(*(c.tolist() for c in columns), strict=True)]
    return np.asarray(results, np.int64)[which].reshape(shape)


def distinct_rows(operands: Sequence[Numbers]) -> tuple[Numbers, list[Numbers]]:
    """Return for each position the number of its tuple of operands, and the different tuples, as one column for each operand."""
    key, which = np.unique(operands[0], return_inverse=True)
    columns = [key]
    for operand in operands[1:]:
        joint, which = np.unique(which.astype(np.int64) << 32 | operand, return_inverse=True)
        columns = [c[joint >> 32] for c in columns] + [joint & 0xFFFFFFFF]
    return which, columns

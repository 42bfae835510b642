"""Functions of expressions applied to arrays: once for each different row of operands."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from egraph_opt.verifier.lift.expression_domain import Numbers


def apply_once(function: Callable[..., int], operands: Sequence[Numbers]) -> Numbers:
    """Return the results of a function for each place in arrays of one shape."""
    shape = operands[0].shape
    which, columns = distinct_rows([x.reshape(-1) for x in operands])
    results = [function(*row) for row in zip(*(c.tolist() for c in columns), strict=True)]
    return np.asarray(results, np.int64)[which].reshape(shape)


def distinct_rows(operands: Sequence[Numbers]) -> tuple[Numbers, list[Numbers]]:
    """Return the different rows of some columns, in ascending order, and for each place the number of its row."""
    key, which = np.unique(operands[0], return_inverse=True)
    columns = [key]
    for operand in operands[1:]:
        joint, which = np.unique(which.astype(np.int64) << 32 | operand, return_inverse=True)
        columns = [c[joint >> 32] for c in columns] + [joint & 0xFFFFFFFF]
    return which, columns

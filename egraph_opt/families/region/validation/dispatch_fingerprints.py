"""Dispatches formed by IREE, evaluated on fingerprints (64-bit hashes that stand for tensor elements).

A load reads a part of an operand; a store sets a part of a result. The remaining elements of a result come from the tied operand, or are
unset.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from egraph_opt.families.region.encode.dispatch_reader import LOAD, STORE, parse_dispatch, tensor_of
from egraph_opt.families.region.encode.tensor_program import ranked_type
from egraph_opt.families.region.validation.element_fingerprint import FingerprintOutOfBounds, Prints, fingerprint
from egraph_opt.families.region.validation.movement_fingerprints import reduce_shape
from egraph_opt.ir.module import Op

if TYPE_CHECKING:
    from egraph_opt.families.region.validation.validate import FingerprintRun


def dispatch(r: FingerprintRun, op: Op) -> list[Prints]:
    """Return the fingerprints (64-bit hashes of elements) of a dispatch's results.

    Raises:
        Unsupported: the dispatch has dynamic extents, or does not store each result exactly once.
        OutOfBounds: the dispatch accesses a tensor out of bounds.
    """
    parts = parse_dispatch(op)
    loads = dict(parts.loads)
    for inner in op.regions[0].blocks[0].ops[:-1]:
        if inner.name == LOAD:
            x: Prints = r.known[loads[inner]]
            part, found = x[r.window(inner, x.shape, ((), (), ()))].copy(), ranked_type(inner.results[0].type)
            r.known[inner.results[0]] = part.reshape(reduce_shape(part.shape, found[0] if found else ()))
        elif inner.name != STORE:
            r.run(inner)
    results = []
    for store, target in parts.stores:
        found = ranked_type(tensor_of(store.operands[1].type)[1])
        shape = [n for n in found[0] if n is not None] if found else []
        made = np.full(shape, fingerprint("unset"), np.uint64) if target is None else r.known[target].copy()
        if list(made.shape) != shape:
            raise FingerprintOutOfBounds
        window, value = r.window(store, made.shape, ((), (), ())), r.known[store.operands[0]]
        if made[window].size != value.size:
            raise FingerprintOutOfBounds
        made[window] = value.reshape(made[window].shape)
        results.append(made)
    return results

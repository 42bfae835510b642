"""Execution of a reference in NumPy for all sizes, by a call with arrays of symbolic shape."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from egraph_opt.errors import reason_of
from egraph_opt.verifier.lift.expression_domain import Unliftable
from egraph_opt.verifier.parametric.execution.sized_array import SizedArray, place
from egraph_opt.verifier.parametric.execution.symbolic_arrays import Contents, SymbolicArray
from egraph_opt.verifier.parametric.folds.fold_forms import refold
from egraph_opt.verifier.parametric.folds.substitution import Substitution
from egraph_opt.verifier.parametric.folds.symbolic_ring import SymbolicRing
from egraph_opt.verifier.parametric.sizes.index_polynomial import Polynomial
from egraph_opt.verifier.parametric.sizes.size_expressions import SymbolicSize
from egraph_opt.verifier.parametric.sizes.size_facts import NotDecided
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import WorkLimit
from egraph_opt.verifier.proof.reals.real_domain import FLOATS
from egraph_opt.verifier.side import Side


def lift_reference(
    ring: SymbolicRing, side: Side, sizes: Mapping[str, Polynomial], arrays: Mapping[str, SymbolicArray], results: Sequence[str]
) -> dict[str, Contents]:
    """Return the contents of all arrays after a reference, which returns the results. Raises NotDecided."""
    assert side.reference is not None and ring.has_laws
    if any(array.dtype == "f64" for array in arrays.values()):
        raise NotDecided("a reference on arrays of f64 has no form for all sizes")
    known: dict[str, Any] = {
        name: SymbolicSize(size, ring.facts) if size.constant is None else size.constant for name, size in sizes.items()
    }
    known |= {name: array_before(ring, array) for name, array in arrays.items()}
    given = {name: known[name] for name in inspect.signature(side.reference).parameters if name in known}
    try:
        returned = side.reference(**given)
    except (NotDecided, Unliftable, WorkLimit):
        raise
    except Exception as error:  # the user's function meets arrays of another kind than it expects
        raise NotDecided(f"the reference cannot be called with arrays of symbolic shape: {reason_of(error)}", side.name) from None
    parts = returned if isinstance(returned, tuple | list) else (returned,)
    found = dict(returned) if isinstance(returned, Mapping) else dict(zip(results, parts, strict=False))
    contents = {name: Contents(array) for name, array in arrays.items()}
    return contents | {name: contents_from(ring, arrays[name], found.get(name), side) for name in results}


def array_before(ring: SymbolicRing, array: SymbolicArray) -> SizedArray:
    """Return the contents with which an array starts, as an array for NumPy."""
    last = len(array.shape) - 1
    places = [Polynomial({}) if n.constant == 1 else place(last - axis) for axis, n in enumerate(array.shape)]
    kind = "f" if array.dtype in FLOATS else "b" if array.dtype == "i1" else "i"
    return SizedArray(ring, array.shape, Contents(array).element(ring, places), kind)


def contents_from(ring: SymbolicRing, array: SymbolicArray, found: Any, side: Side) -> Contents:
    """Return the contents of a result array, from what a reference returned for it."""
    if not isinstance(found, SizedArray) or found.extents != array.shape or array.dtype not in FLOATS or found.kind != "f":
        raise NotDecided(f"the reference does not return {array.name} as floats of its shape", side.name)
    last = len(array.shape) - 1
    values = {place(last - axis).text: index for axis, index in enumerate(array.index_symbols(False))}
    return Contents(array, Substitution(ring, values, {}, partial(refold, ring), ring.facts.divide).value(found.value))

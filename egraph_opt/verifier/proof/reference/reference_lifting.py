"""Symbolic execution of a reference (the user's NumPy or PyTorch function) by a call with symbolic arrays."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

import numpy as np

from egraph_opt.errors import reason_of
from egraph_opt.interpret.element_types import dtype_of
from egraph_opt.verifier.lift.expression_domain import Unliftable
from egraph_opt.verifier.lift.launch_sequence import Lifted
from egraph_opt.verifier.lift.symbolic_memory import element_offsets
from egraph_opt.verifier.proof.reals.real_domain import Reals
from egraph_opt.verifier.proof.reference import array_functions, universal_functions
from egraph_opt.verifier.proof.reference.symbol_array import SymbolArray, numbers_of
from egraph_opt.verifier.side import ArraySpec, Question, Side

_ENTERED = (array_functions, universal_functions)
"""Modules that register NumPy's functions on symbolic arrays when they are imported."""


def lift_reference(question: Question, side: Side, domain: Reals) -> Lifted:
    """Return the result expressions of a side that is a NumPy or PyTorch function. Raises Unliftable."""
    function = side.reference
    assert function is not None
    known: dict[str, Any] = {**question.sizes, **{name: array_of(domain, spec) for name, spec in question.arrays.items()}}
    given = {name: known[name] for name in inspect.signature(function).parameters if name in known}
    try:
        returned = function(**given)
    except Unliftable as error:
        error.place = error.place or f"{side.name}"
        raise
    except Exception as error:  # the user's function meets arrays of another kind than it expects
        raise Unliftable(f"the reference {side.name} cannot be called with expressions: {reason_of(error)}") from None
    if isinstance(returned, Mapping):
        found = dict(returned)
    else:
        found = dict(zip(question.results, returned if isinstance(returned, tuple | list) else (returned,), strict=False))
    results = {}
    for name in question.results:
        spec = question.arrays[name]
        numbers = numbers_of(domain, found[name]) if name in found else None
        if numbers is None or numbers.shape != spec.shape:
            raise Unliftable(f"the reference {side.name} does not return {name} of shape {list(spec.shape)}")
        results[name] = numbers.reshape(-1)
    return Lifted(results, {name: np.ones(n.shape, np.bool_) for name, n in results.items()}, False)


def array_of(domain: Reals, spec: ArraySpec) -> SymbolArray:
    """Return the symbolic contents with which an array of a question starts."""
    kind = dtype_of(spec.dtype).kind.replace("u", "i")
    if spec.start == "given":
        numbers = domain.elements(spec.name, spec.dtype, element_offsets(spec))
    else:
        value = domain.ring.constant(0) if spec.start == "zeros" else domain.undefined
        numbers = np.full(spec.size, value, np.int64)
    return SymbolArray(domain, numbers.reshape(spec.shape), kind)

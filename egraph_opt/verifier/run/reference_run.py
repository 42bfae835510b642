"""Runs of a side that is a NumPy or PyTorch function, which returns the result arrays."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

import numpy as np

from egraph_opt.errors import EgraphOptError, reason_of
from egraph_opt.interpret.element_types import dtype_of, fit
from egraph_opt.verifier.run.side_execution import Contents, Outcome, storage_element
from egraph_opt.verifier.side import Question, Side


class ReferenceError(EgraphOptError):
    """The user's reference function fails, or does not return the result arrays."""


def run_reference(question: Question, side: Side, contents: Contents, wide: bool) -> Outcome:
    """Call a reference function with the arrays and sizes that its parameters name; float arrays are passed as `f64`.

    Raises:
        ReferenceError: the function fails, has a parameter that is no array or size, or does not return the result arrays.
    """
    function = side.reference
    assert function is not None
    known: dict[str, Any] = {**question.sizes, **{name: _given_contents(question, name, contents) for name in question.arrays}}
    given = {}
    for name, parameter in inspect.signature(function).parameters.items():
        if name in known:
            given[name] = known[name]
        elif parameter.default is inspect.Parameter.empty:
            raise ReferenceError(f"the reference {side.name} takes {name}, which is no array and no size")
    try:
        with np.errstate(all="ignore"):
            returned = function(**given)
    except Exception as error:
        raise ReferenceError(f"the reference {side.name} fails: {reason_of(error)}") from None
    return _outcome(question, side, returned, wide)


def _given_contents(question: Question, name: str, contents: Contents) -> Any:
    values = contents[name]
    if question.arrays[name].start == "zeros":
        values = np.zeros_like(values)
    return values.astype(np.float64) if dtype_of(question.arrays[name].dtype).kind == "f" else np.array(values)


def _outcome(question: Question, side: Side, returned: Any, wide: bool) -> Outcome:
    if isinstance(returned, Mapping):
        found = {name: returned[name] for name in question.results if name in returned}
    else:
        parts = returned if isinstance(returned, tuple | list) else (returned,)
        found = dict(zip(question.results, parts, strict=False))
    arrays = {}
    for name in question.results:
        spec = question.arrays[name]
        if name not in found:
            raise ReferenceError(f"the reference {side.name} does not return {name}")
        values = np.asarray(found[name])
        if values.shape != spec.shape:
            raise ReferenceError(
                f"the reference {side.name} returns {name} of shape {list(values.shape)}, not {list(spec.shape)}"
            )
        arrays[name] = fit(values, storage_element(spec, wide))
    return Outcome(arrays, {name: np.ones(values.shape, np.bool_) for name, values in arrays.items()})

"""Witnesses (inputs on which the sides of a question differ), and their description in words and as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Literal

import numpy as np

from egraph_opt.interpret.element_types import Array
from egraph_opt.verifier.run.result_comparison import Difference
from egraph_opt.verifier.side import ArraySpec, Question

WitnessKind = Literal[
    "value", "unwritten", "address", "index", "race", "assumption", "undefined", "precision", "special",
]  # fmt: skip
LISTED, WHOLE = 8, 4096
"""Largest number of elements that a description lists, and largest array that the JSON form lists in full."""


@dataclass(frozen=True, slots=True)
class Witness:
    """An input on which the old and the new side differ.

    Attributes:
        kind: what differs: a `value`, or that an element is `unwritten` in one side. The others occur in the new side
            only: an `address` or `index` out of bounds, a `race`, a violated `assumption`, an `undefined` result, loss of `precision`.
            `special`: NaN, infinity or overflow.
        what: the difference in words.
        difference: the first element that differs; None for a difference that is no element.
        sizes: numbers of the sizes, by name.
        arrays: contents of the input arrays, by name.
        specs: shapes, strides and types of all arrays, by name.
    """

    kind: WitnessKind
    what: str
    difference: Difference | None = None
    sizes: Mapping[str, int] = field(default_factory=dict)
    arrays: Mapping[str, Array] = field(default_factory=dict)
    specs: Mapping[str, ArraySpec] = field(default_factory=dict)

    def __str__(self) -> str:
        sizes = ", ".join(f"{name} = {size}" for name, size in self.sizes.items())
        given = [describe_contents(self.specs[name], values) for name, values in self.arrays.items()]
        return "; ".join(filter(None, (f"with {sizes}" if sizes else "", *given))) + f": {self.what}"

    def to_json(self) -> dict[str, Any]:
        """Return the witness as data for JSON, in which infinities and NaN are strings."""
        found: dict[str, Any] = {"kind": self.kind, "says": self.what, "sizes": dict(self.sizes), "arrays": {}}
        for name, values in self.arrays.items():
            spec = self.specs[name]
            found["arrays"][name] = {"dtype": spec.dtype, "shape": list(spec.shape), "strides": list(spec.strides)}
            found["arrays"][name] |= _json_contents(values)
        if self.difference is not None:
            array, index, old, new = self.difference
            found["difference"] = {"array": array, "index": list(index), "old": _json_number(old), "new": _json_number(new)}
        return found


def make_witness(
    question: Question, contents: Mapping[str, Array], kind: WitnessKind, what: str, difference: Difference | None = None
) -> Witness:
    """Return a witness for a question, with the contents of its input arrays."""
    given = {name: contents[name] for name, spec in question.arrays.items() if spec.start == "given"}
    return Witness(kind, what, difference, dict(question.sizes), given, question.arrays)


def describe_difference(difference: Difference) -> str:
    """Describe a difference: the element, and its value in each side."""
    array, index, old, new = difference
    place = f"{array}[{', '.join(map(str, index))}]"
    if old is None or new is None:
        writer, other, value = ("new", "old", new) if old is None else ("old", "new", old)
        return f"{place} is written by {writer} ({show_number(value)}) and not by {other}"
    return f"{place} is {show_number(old)} in old and {show_number(new)} in new"


def describe_contents(spec: ArraySpec, values: Array) -> str:
    """Describe the contents of an array: all elements of a short one, else those that differ from the most frequent number."""
    shape = ", ".join(map(str, spec.shape))
    text = f"{spec.name} = {spec.dtype}[{shape}]"
    flat = values.reshape(-1)
    if not flat.size:
        return text
    usual, odd = usual_number(values)
    if len(odd) == 0:
        return f"{text} of {show_number(usual)}"
    if len(odd) <= LISTED and len(odd) < flat.size:
        places = [tuple(int(i) for i in np.unravel_index(place, values.shape)) for place in odd]
        listed = ", ".join(f"[{', '.join(map(str, at))}] = {show_number(values[at].item())}" for at in places)
        return f"{text} of {show_number(usual)} but {listed}"
    listed = ", ".join(show_number(each) for each in flat[:LISTED].tolist())
    return f"{text} of {listed}{', ...' if flat.size > LISTED else ''}"


def show_number(value: float | int | bool | None) -> str:
    """Format a number for messages."""
    if isinstance(value, float):
        return f"{value:.9g}"
    return str(value)


def _json_contents(values: Array) -> dict[str, Any]:
    """Return contents for JSON: all elements in row-major order, or the most frequent number and the elements that differ from it."""
    usual, odd = usual_number(values)
    if len(odd) <= LISTED:
        places = [[int(i) for i in np.unravel_index(place, values.shape)] for place in odd]
        return {"fill": _json_number(usual), "elements": [[at, _json_number(values[tuple(at)].item())] for at in places]}
    return {"values": [_json_number(each) for each in values.reshape(-1).tolist()]} if values.size <= WHOLE else {}


def usual_number(values: Array) -> tuple[float | int | bool, Array]:
    """Return the most frequent number of an array, and the row-major positions of the elements that differ from it."""
    flat = values.reshape(-1)
    if not flat.size:
        return 0, np.zeros(0, np.int64)
    numbers, counts = np.unique(flat, return_counts=True)
    usual = numbers[counts.argmax()]
    return usual.item(), np.flatnonzero(~((flat == usual) | ((flat != flat) & (usual != usual))))


def _json_number(value: float | int | bool | None) -> float | int | bool | str | None:
    return str(value) if isinstance(value, float) and not isfinite(value) else value

"""Proof by the values of integer elements: addresses, branches and loops may depend on elements that have few possible contents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import prod

from egraph_opt.verifier.side import ArraySpec, Question

MOST_CASES = 64
"""Largest number of contents that are tried."""


def value_cases(question: Question) -> list[Question]:
    """Return the question with each possible content of integer arrays that have a declared range: of those with the fewest contents."""
    arrays = sorted(filter(has_range, question.arrays.values()), key=content_count)
    while arrays and prod(map(content_count, arrays)) > MOST_CASES:
        arrays.pop()
    names = [spec.name for spec in arrays]
    cases = product(*map(contents_of_array, arrays)) if arrays else ()
    return [with_contents(question, dict(zip(names, each, strict=True))) for each in cases]


def content_count(spec: ArraySpec) -> int:
    """Return the number of possible contents of an array of integers with a declared range."""
    assert spec.low is not None and spec.high is not None
    return (spec.high - spec.low) ** spec.size if spec.size <= MOST_CASES or spec.high - spec.low == 1 else MOST_CASES + 1


def has_range(spec: ArraySpec) -> bool:
    """Return whether an array has arbitrary integers of a declared range, which is not empty."""
    return (
        spec.start == "given"
        and spec.contents is None
        and spec.low is not None
        and spec.high is not None
        and spec.low < spec.high
    )


def contents_of_array(spec: ArraySpec) -> Iterator[tuple[int, ...]]:
    """Yield all possible contents of an array in row-major order."""
    assert spec.low is not None and spec.high is not None
    return product(range(spec.low, spec.high), repeat=spec.size)


def with_contents(question: Question, contents: dict[str, tuple[int, ...]]) -> Question:
    """Return the question with known contents of some arrays."""
    arrays = {name: replace(spec, contents=contents.get(name, spec.contents)) for name, spec in question.arrays.items()}
    return replace(question, arrays=arrays)

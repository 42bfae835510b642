"""Values to try for open sizes (without a given number): around block sizes (one less, equal, one more), and the smallest ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from egraph_opt.ir.attributes import integer
from egraph_opt.verifier.expression import evaluate, names_of
from egraph_opt.verifier.side import Question
from egraph_opt.verifier.user_question import Problem

BASE = (3, 2, 5, 4, 7)
"""Default numbers for open sizes while another size is varied; neighbouring sizes get different ones."""
LARGEST = 1 << 13
"""Largest number that is tried for a size."""


def blocks_of(problem: Problem, question: Question | None = None) -> list[int]:
    """Return the block sizes of the kernels: integers in their compile-time constants, and the extents of `tt.make_range`."""
    calls = [call for side in (problem.old, problem.new) if not callable(side) for call in side]
    values = [value for call in calls for value in call.constexprs.values()]
    found = {value for value in values if type(value) is int and 1 < value <= LARGEST}
    texts = (text for value in values if isinstance(value, str) for text in re.findall(r"\b\d+\b", value))
    found |= {int(text) for text in texts if 2 < int(text) <= LARGEST}
    if question is not None:
        launches = (*question.old.launches, *question.new.launches)
        ranges = [op for launch in launches for op in launch.function.walk() if op.name == "tt.make_range"]
        found |= {integer(op.attributes["end"]) - integer(op.attributes["start"]) for op in ranges}
    return sorted(block for block in found if block <= LARGEST)


def open_sizes(problem: Problem) -> tuple[str, ...]:
    """Return the names of the open sizes, which have no given number."""
    return tuple(name for name, size in problem.sizes.items() if size is None)


def candidates(problem: Problem, blocks: Sequence[int]) -> Iterator[dict[str, int]]:
    """Yield numbers for the open sizes: the defaults, then each size (and all at once) around multiples of the block sizes."""
    names = open_sizes(problem)
    yielded: set[tuple[int, ...]] = set()
    base = {name: smallest_allowed(problem, name, BASE[i % len(BASE)]) for i, name in enumerate(names)}
    for choice in _choices(names, base, blocks):
        key = tuple(choice[name] for name in names)
        if key not in yielded and is_allowed(problem, choice):
            yielded.add(key)
            yield choice


def _choices(names: Sequence[str], base: Mapping[str, int], blocks: Sequence[int]) -> Iterator[dict[str, int]]:
    yield dict(base)
    borders = [n for block in reversed(blocks) for n in (block + 1, block, block - 1, 2 * block + 3)]
    for numbers in (borders, [1, 0], [4 * block for block in blocks[-1:]]):
        for number in numbers:
            for name in names:
                yield {**base, name: number}
            if len(names) > 1:
                yield {**base, **dict.fromkeys(names, number)}


def smallest_allowed(problem: Problem, name: str, least: int) -> int:
    """Return the smallest number, from `least` on, that meets the assumptions in which only this size occurs; else a near one."""
    alone = [condition for condition in problem.assumptions if names_of(condition) == {name}]
    bounds = sorted({int(text) + 1 for each in alone for text in re.findall(r"\d+", each)})
    for number in chain(range(least, LARGEST + 1), reversed(range(least)), bounds):
        if all(bool(evaluate(condition, {name: number})) for condition in alone):
            return number
    return least


def is_allowed(problem: Problem, sizes: Mapping[str, int]) -> bool:
    """Return whether sizes meet the assumptions of a problem, except those that contain further open sizes."""
    known = {name: size for name, size in {**problem.sizes, **sizes}.items() if size is not None}
    return all(bool(evaluate(each, known)) for each in problem.assumptions if names_of(each) <= known.keys())


def smaller(sizes: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """Yield assignments in which one size is smaller."""
    for name, size in sizes.items():
        for number in dict.fromkeys((1, 2, size // 2, size - 1)):
            if 0 < number < size:
                yield {**sizes, name: number}

"""Differences between programs that are functions of arrays: no GPU, no compiler."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np
import pytest

pytest.importorskip("triton")

from egraph_opt.apps.sentinel.comparison.argument_memory import MemoryPlace, differences
from egraph_opt.apps.sentinel.comparison.bit_comparison import ProgramComparison, compare_programs
from tests.support.interpreted import Array, Machine, array

Run = Callable[..., None]


def comparison(*programs: Run, arguments: list[Any] | None = None) -> ProgramComparison:
    given = [array(np.arange(8, dtype=np.float32)), array(np.full(8, np.nan, np.float32))] if arguments is None else arguments
    signature = {f"p{number}": "*fp32" for number in range(len(given))}
    return compare_programs(programs, Machine(given, signature, lambda program, copies: program(*copies)))


def doubled(x: Array, y: Array) -> None:
    y.values[:4] = 2 * x.values[:4]


def added(x: Array, y: Array) -> None:
    y.values[:4] = x.values[:4] + x.values[:4]


def wrong(x: Array, y: Array) -> None:
    doubled(x, y)
    y.values[2] += 1.0


def test_what_nobody_writes_is_the_same() -> None:
    assert comparison(doubled, added, added).outcome == "same"


def test_the_first_that_differs_is_told_and_those_like_it() -> None:
    found = comparison(doubled, added, wrong, added, wrong)
    assert (found.outcome, found.number, found.alike) == ("different", 2, (4,))
    (difference,) = found.differences
    assert difference.place.parameter == "p1" and list(difference.numbers) == [2] and difference.values == (4.0, 5.0)
    assert found.reason == "1 element of p1, the first at 2: 4 and 5"


def test_each_run_starts_from_what_the_launch_was_given() -> None:
    def in_place(x: Array, _: Array) -> None:
        x.values[:] *= 2

    given = [array(np.arange(8, dtype=np.float32)), array(np.zeros(8, np.float32))]
    assert comparison(in_place, in_place, in_place, arguments=given).outcome == "same"
    assert given[0].values[1] == 1.0


def test_arguments_that_share_memory_share_their_copy() -> None:
    memory = np.zeros(64, np.uint8)

    def through_the_other(x: Array, y: Array) -> None:
        x.values[4] = 3.0
        y.values[1] = y.values[0] + 1.0  # which is the element that x has just written

    def alone(x: Array, y: Array) -> None:
        x.values[4], x.values[5] = 3.0, 4.0

    given = [Array(memory, np.float32), Array(memory, np.float32, 16)]
    assert comparison(through_the_other, alone, arguments=given).outcome == "same"
    found = comparison(through_the_other, lambda x, y: None, arguments=given)
    assert [(each.place.parameter, each.first) for each in found.differences] == [("p0", 4), ("p1", 0)]


@pytest.mark.parametrize("unsteady", [0, 1])
def test_what_differs_from_itself_is_no_difference(unsteady: int) -> None:
    numbers = count()

    def counting(x: Array, y: Array) -> None:
        y.values[0] = next(numbers)

    programs = [doubled, added, doubled]
    programs[unsteady] = counting
    found = comparison(*programs)
    assert (found.outcome, found.number) == ("unstable", unsteady)
    assert found.alike == tuple({0, 1, 2} - {unsteady}), "the others do not"


def test_a_difference_that_comes_and_goes_is_unstable() -> None:
    times = count()

    def seldom(x: Array, y: Array) -> None:
        doubled(x, y)
        y.values[0] = float(next(times) == 3)

    assert comparison(doubled, seldom).outcome == "same"
    found = comparison(doubled, wrong, seldom), comparison(seldom, wrong)
    assert [(each.outcome, each.number) for each in found] == [("different", 1), ("different", 1)] or found[
        1
    ].outcome == "unstable"


def test_a_crash_is_told() -> None:
    def crashing(x: Array, y: Array) -> None:
        raise RuntimeError("an illegal memory access was encountered")

    found = comparison(doubled, added, crashing, wrong)
    assert (found.outcome, found.number, found.reason) == ("crashed", 2, "an illegal memory access was encountered")


NANS = {
    "float32": (np.uint32, 0x7FC00000, 0xFFC00001),
    "bfloat16": (np.uint16, 0x7FC0, 0xFFFF),
    "float8_e4m3fn": (np.uint8, 0x7F, 0xFF),
}


@pytest.mark.parametrize("type", NANS)
def test_payloads_of_nans_do_not_count_and_all_else_does(type: str) -> None:
    storage, one, other = NANS[type]
    a, b = np.full(4, one, storage), np.full(4, other, storage)
    place = MemoryPlace("p", 0, 0, type)
    assert not differences([a.view(np.uint8)], [b.view(np.uint8)], [place])
    b[3] = 0
    (found,) = differences([a.view(np.uint8)], [b.view(np.uint8)], [place])
    assert list(found.numbers) == [3] and np.isnan(found.values[0]) and found.values[1] == 0.0


def test_the_signs_of_zeros_and_infinities_count() -> None:
    a, b = np.array([0.0, np.inf], np.float32), np.array([-0.0, -np.inf], np.float32)
    (found,) = differences([a.view(np.uint8)], [b.view(np.uint8)], [MemoryPlace("p", 0, 0, "float32")])
    assert list(found.numbers) == [0, 1]


def test_memory_of_two_types_may_be_seen_as_either() -> None:
    a, b = np.full(2, 0x7FC00000, np.uint32).view(np.uint8), np.full(2, 0x7FC00001, np.uint32).view(np.uint8)
    assert differences([a], [b], [MemoryPlace("i", 0, 0, "int32")])
    assert not differences([a], [b], [MemoryPlace("i", 0, 0, "int32"), MemoryPlace("f", 0, 4, "float32")])


def test_memory_that_no_place_names_is_compared_byte_by_byte() -> None:
    (found,) = differences([np.zeros(5, np.uint8)], [np.eye(1, 5, 4, dtype=np.uint8)[0]], [])
    assert found.place.parameter == "memory 0" and found.first == 4

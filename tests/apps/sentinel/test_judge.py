"""Which of two programs an interpreter agrees with: a real kernel's memory after it ran, and damaged copies of that."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

pytest.importorskip("triton")

from egraph_opt.apps.sentinel.comparison.argument_memory import Bytes, MemoryPlace, differences
from egraph_opt.apps.sentinel.comparison.interpreter_judge import INSTANCES, Evidence, instances, judge_evidence
from egraph_opt.interpret import interpret, to_bits
from egraph_opt.text import read
from tests.support.kernels import ROOT

SOURCE = (ROOT / "benchmarks/corpus/kernels/fla.wu_fwd_kernel/input.ttir").read_text()
GRID = (2, 2, 1)
Change = Callable[[np.ndarray], None]


def evidence(first: Change, second: Change, source: str = SOURCE, grid: tuple[int, int, int] = GRID) -> Evidence:
    """Return the results of one instance of the kernel, changed in two ways; `first` and `second` change numbers."""
    (function,) = read(SOURCE).functions()
    parameters = function.regions[0].blocks[0].arguments
    names = [str(number) for number in range(len(parameters))]
    chance = np.random.default_rng(2)
    before: list[Bytes] = []
    places, scalars = [], {}
    for name, parameter in zip(names, parameters, strict=True):
        if "ptr" not in parameter.type:
            scalars[name] = 64
            continue
        element = "bf16" if "bf16" in parameter.type else "f32"
        places.append(MemoryPlace(name, len(before), 0, {"bf16": "bfloat16", "f32": "float32"}[element]))
        before.append(to_bits(chance.standard_normal(1 << 16).astype(np.float32), element).view(np.uint8))
    right = [memory.copy() for memory in before]
    known = {place.parameter: right[place.memory] for place in places}
    interpret(function, [known.get(name, scalars.get(name)) for name in names], (1, 0, 0), GRID)
    left = [[memory.copy() for memory in right] for _ in range(2)]
    for change, memories in zip((first, second), left, strict=True):
        for memory, old, new in zip(memories, before, right, strict=True):
            if np.array_equal(old, new):
                continue
            written = np.flatnonzero(old.view(np.uint16) != new.view(np.uint16))
            bits = memory.view(np.uint16)
            numbers = (bits[written].astype(np.uint32) << 16).view(np.float32)
            change(numbers)
            bits[written] = to_bits(numbers, "bf16")
    return Evidence(source, names, scalars, places, grid, before, *left, differences(*left, places))


def nothing(numbers: np.ndarray) -> None: ...


def halved(numbers: np.ndarray) -> None:
    numbers *= 0.5


def lost(numbers: np.ndarray) -> None:
    numbers[:] = np.nan


def doubled(numbers: np.ndarray) -> None:
    numbers *= 2.0


def rounded(numbers: np.ndarray) -> None:
    numbers *= 1.0 + 2.0**-8


def even(numbers: np.ndarray) -> None:
    numbers[::2] *= 1.25


def odd(numbers: np.ndarray) -> None:
    numbers[1::2] *= 1.25


CASES = {
    "the second is wrong": (nothing, halved, "first"),
    "the first is no number": (lost, nothing, "second"),
    "sums are rounded otherwise": (rounded, lost, "first"),
    "both are wrong": (lost, doubled, "neither"),
    "both are as near": (even, odd, "unknown"),
}


@pytest.mark.parametrize("case", CASES)
def test_the_nearer_one_is_right(case: str) -> None:
    first, second, agrees = CASES[case]
    found = judge_evidence(evidence(first, second))
    assert found.agrees == agrees and "program instance (1, 0, 0)" in found.reason


def test_without_an_instance_that_tells_nothing_is_said() -> None:
    one = evidence(nothing, halved)
    (difference, *_) = one.differences
    beyond = one.first[difference.place.memory].copy()
    beyond[-2:] ^= 1  # no instance writes there
    left = list(one.first)
    left[difference.place.memory] = beyond
    found = judge_evidence(
        Evidence(
            SOURCE,
            one.parameters,
            one.scalars,
            one.places,
            GRID,
            one.before,
            one.first,
            left,
            differences(one.first, left, one.places),
        )
    )
    assert found.agrees == "unknown" and "no program instance" in found.reason


@pytest.mark.parametrize(
    ("old", "new", "reason"), [("tt.dot", "tt.unheard_of", "tt.unheard_of is not modelled"), ("module", "modul", "stops")]
)
def test_what_cannot_be_interpreted_is_said(old: str, new: str, reason: str) -> None:
    found = judge_evidence(evidence(nothing, halved, SOURCE.replace(old, new)))
    assert found.agrees == "unknown" and reason in found.reason


def test_instances_are_spread_over_the_grid() -> None:
    all_four, some = (instances(evidence(nothing, halved, grid=grid)) for grid in (GRID, (64, 8, 4)))
    assert sorted(all_four) == [(0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 0)]
    assert some[0] == (0, 0, 0) and len(set(some)) == len(some) == INSTANCES
    assert (
        all(x < 64 and y < 8 and z < 4 for x, y, z in some) and max(x for x, _, _ in some) > 16 and max(z for *_, z in some) > 0
    )

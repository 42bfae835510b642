"""Kernels that are written to be raised wrongly: a part of `benchmarks.pointer.attacks`."""

from __future__ import annotations

from itertools import product

import pytest

from benchmarks.pointer.attacks import MODES, Case, kernels, rows
from tests.support.pointer_oracle import TARGETS

FEW = ("in_place", "counted", "any_stride", "described_in_place")


def test_a_part_of_the_attacks() -> None:
    texts = kernels(FEW)
    assert set(texts) == set(FEW)
    cases: list[Case] = [(name, target, "loop") for name, target in product(FEW, ("tts", "buffer"))]
    found = list(rows(texts, cases, 6, 1.0))
    assert not any(row[-1] for row in found)
    raised = {row[:2]: row[4] for row in found}
    assert raised["counted", "buffer"] == 3 and raised["in_place", "tts"] == 2


@pytest.mark.slow
def test_all_attacks() -> None:
    texts = kernels()
    assert not [row for row in rows(texts, list(product(texts, TARGETS, MODES)), 20, 1.0) if row[-1]]

"""Real kernels with one mistake each: the checker rejects every one."""

from __future__ import annotations

from benchmarks.trust.mutants import programs
from benchmarks.trust.mutants.mutators import MUTATORS
from tests.trust.parts import part


def test_every_mutant_is_rejected() -> None:
    *kinds, total = part(*programs.SWEEPS, each=1, every=11)
    assert {row["mistake"] for row in kinds} == {mutate.__name__ for mutate in MUTATORS} and int(total["made"]) >= 280

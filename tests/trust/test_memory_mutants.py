"""Wrong programs of real ones are rejected: memory, views, waits, captures, properties, resources."""

from __future__ import annotations

import random
from functools import cache

import pytest

from benchmarks.trust.mutants.dependence import Program
from benchmarks.trust.mutants.memory import SWEEPS, mutants
from benchmarks.trust.mutants.memory_mutators import MEMORY, read_unwaited
from egraph_opt.text import read
from tests.support.kernels import CORPUS
from tests.trust.parts import part

PROGRAMS = (
    "seeds/matmul.100.ttgir",
    "seeds/pointers.gfx942.ttgir",
    "kernels/fla.chunk_bwd_kernel_dv_local/final.ttgir",
    "kernels/fla.chunk_dplr_bwd_kernel_dAu/final.ttgir",
)
MADE_FOR = (
    "reads_merged",
    "store_after_both_reads",
    "store_lost",
    "reads_merged_through_an_immutable_view",
    "store_after_both_reads_through_an_immutable_view",
    "store_lost_through_an_immutable_view",
    "read_after_free",
    "read_before_it_is_written_again",
    "captured_in_another_layout",
    "property_and_attribute_exchanged",
    "property_changed_beside_attribute",
    "resource_with_another_blob",
    "resource_of_another_name",
)
"""Kinds that a place is made for."""


@cache
def found() -> dict[str, dict[str, str]]:
    """Return the number of mutants of each kind, and the checker's verdicts on them."""
    return {row["mistake"]: row for row in part(*SWEEPS, each=1, programs=PROGRAMS)}


KINDS = (*(m.__name__ for m in MEMORY if m.__name__ != "reorder_reshape"), *MADE_FOR)


@pytest.mark.parametrize("kind", KINDS)
def test_every_wrong_program_is_rejected(kind: str) -> None:
    assert kind in found(), "no program has a place for it"
    assert found()[kind]["made"] == found()[kind]["rejected"]


def test_wrong_programs_are_others() -> None:
    modules = [read((CORPUS / path).read_text()) for path in PROGRAMS]
    pairs = [pair for module in modules for pair in mutants(module, random.Random(0), 1)]
    assert len(pairs) > 60 and all(pair.before != pair.after for pair in pairs)


def test_memory_that_is_written_once_waits_for_nothing() -> None:
    """To read it earlier is no mistake, so none is made of it."""
    module = read((CORPUS / "kernels/fla.chunk_dplr_fwd_kernel_h/final.ttgir").read_text())
    program, chance = Program(module), random.Random(0)
    loads = [site for site in program.sites if site.op.name == "ttg.local_load"]
    fixed = [site for site in loads if "mutable" not in site.op.operands[0].type]
    assert fixed and not any(read_unwaited(program, site, chance) for site in fixed)
    assert any(read_unwaited(program, site, chance) for site in loads)

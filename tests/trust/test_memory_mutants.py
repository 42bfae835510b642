"""Wrong programs of real ones are rejected: memory, views, waits, captures, properties, resources."""

from __future__ import annotations

import random
from collections import defaultdict
from functools import cache

import pytest

from benchmarks.trust.mutants.dependence import Program
from benchmarks.trust.mutants.memory import mutants, verdict
from benchmarks.trust.mutants.memory_mutators import MEMORY, read_unwaited
from benchmarks.trust.mutants.memory_pairs import Pair
from egraph_opt.ir.module import Module
from egraph_opt.text import read
from tests.support.kernels import ROOT

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
def made() -> dict[str, list[tuple[str, Pair, str]]]:
    """Of each kind: the program, the mutant, and what the checker says of it."""
    found = defaultdict(list)
    for path in PROGRAMS:
        known: dict[str, Module | None] = {}
        for pair in mutants(read((ROOT / "benchmarks/corpus" / path).read_text()), random.Random(path), 1):
            found[pair.kind].append((path, pair, verdict(pair, known)))
    return found


KINDS = (*(m.__name__ for m in MEMORY if m.__name__ != "reorder_reshape"), *MADE_FOR)


@pytest.mark.parametrize("kind", KINDS)
def test_every_wrong_program_is_rejected(kind: str) -> None:
    for path, pair, said in made()[kind]:
        assert said and said != "accepted", (path, pair.line)
    assert made()[kind], "no program has a place for it"


def test_wrong_programs_are_others() -> None:
    assert all(pair.before != pair.after for every in made().values() for _, pair, _ in every)


def test_memory_that_is_written_once_waits_for_nothing() -> None:
    """To read it earlier is no mistake, so none is made of it."""
    module = read((ROOT / "benchmarks/corpus/kernels/fla.chunk_dplr_fwd_kernel_h/final.ttgir").read_text())
    program, chance = Program(module), random.Random(0)
    loads = [site for site in program.sites if site.op.name == "ttg.local_load"]
    fixed = [site for site in loads if "mutable" not in site.op.operands[0].type]
    assert fixed and not any(read_unwaited(program, site, chance) for site in fixed)
    assert any(read_unwaited(program, site, chance) for site in loads)

"""The same choice whatever else is so: the hash seed, the number of the solver's threads, and who used it before."""

from __future__ import annotations

import os
import subprocess
import sys

import highspy
import pytest

from egraph_opt.extract import extract_exact
from tests.support.extraction_problems import layouts
from tests.support.kernels import ROOT


def test_others_may_use_the_solver_with_more_threads() -> None:
    """HiGHS fails where a thread asks for another number of workers than before: nothing is lost here, nor for who comes after."""

    def theirs() -> object:
        solver = highspy.Highs()
        solver.setOptionValue("output_flag", False)
        solver.setOptionValue("threads", 2)
        x = [solver.addBinary(obj=1.0) for _ in range(4)]
        solver.addConstr(x[0] + x[1] >= 1)
        return solver.run()

    problem = layouts(40, 4, 5)
    assert theirs() == highspy.HighsStatus.kOk
    assert extract_exact(problem).optimal
    assert theirs() == highspy.HighsStatus.kOk


SAME = """
from tests.support.extraction_problems import layouts, random_problem
from tests.support.extraction_swaps import swaps
import math, random, sys
from egraph_opt.extract import EXTRACTORS, Limits
from egraph_opt.extract.integer import integer_program, cost_shares
from egraph_opt.extract.search import search
for options in (integer_program.OPTIONS, cost_shares.OPTIONS):
    options["threads"] = int(sys.argv[1])
    options["parallel"] = "on" if sys.argv[1] != "1" else "off"
searches = []
make_integer = integer_program.IntegerProgram.make_integer
integer_program.IntegerProgram.make_integer = lambda *arguments: searches.append(0) or make_integer(*arguments)
problems = [layouts(40, 4, 5), layouts(100, 4, 0), swaps(40, 1), random_problem(random.Random(11), 60, 150, True)]
for search.ASCENT in (search.ASCENT, math.inf):  # with packing, and without
    print([[e(p, limits=Limits(seconds=600)).choice.tolist() for e in EXTRACTORS.values()] for p in problems])
assert searches, "one of these needs branching"
"""


def selections(runs: list[tuple[int, int]]) -> set[str]:
    """Return the selections of all extractors, in processes with given hash seeds and numbers of solver threads."""
    found = set()
    for seed, threads in runs:
        environment = os.environ | {"PYTHONHASHSEED": str(seed), "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", SAME, str(threads)]
        done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
        found.add(done.stdout)
    return found


@pytest.mark.long
def test_same_choice_whatever_the_hash_seed_and_the_number_of_threads() -> None:
    assert len(selections([(0, 1), (1, 2), (77, 1), (4, 2)])) == 1


@pytest.mark.slow
def test_same_choice_for_twenty_hash_seeds_and_both_numbers_of_threads() -> None:
    assert len(selections([(seed, 1 + seed % 2) for seed in range(20)])) == 1

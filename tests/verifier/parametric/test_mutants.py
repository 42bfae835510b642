"""Kernels with one mistake are not proved equal for all sizes where a run shows that they differ."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from benchmarks.verify.mutators import Mutant, mutants
from benchmarks.verify.pair import Pair
from benchmarks.verify.pairs import pairs
from egraph_opt.errors import EgraphOptError
from egraph_opt.verifier import Call
from egraph_opt.verifier.decision.verification import make_problem
from egraph_opt.verifier.question import QuestionBuilder
from egraph_opt.verifier.run.exposing_inputs import FINITE, contents_of
from egraph_opt.verifier.run.side_execution import Work
from egraph_opt.verifier.run.side_trial import InvalidInput, Trial
from egraph_opt.verifier.run.size_candidates import blocks_of, candidates
from egraph_opt.verifier.user_question import Problem
from tests.verifier.parametric.questions import name_of, proof_of

pytest.importorskip("triton")
OPEN = [pair for pair in pairs() if None in pair.sizes.values() and len(pair.new) == 1]
EACH = 1
"""Number of mutants of each kind of mistake."""
FIRST = 2
"""Number of pairs whose mutants are drawn each time; those of the others are marked `slow`."""


def mutant_problems(pair: Pair) -> Iterator[tuple[Mutant, Problem]]:
    """Yield the questions whether a pair's second kernel and mutants of it do the same, one for each kind of mistake."""
    problem = pair.problem()
    assert not callable(problem.new)
    (call,) = problem.new
    program = QuestionBuilder(problem).program(call, next(candidates(problem, blocks_of(problem))))
    args = tuple(call.args[name] for name in program.parameters)
    arrays = {name: text for name, text in {**pair.arrays, **pair.args}.items() if isinstance(text, str) and "[" in text}
    for mutant in mutants(program.text, random.Random(7), EACH):
        if mutant.kind == "lower_precision":  # equal over the reals
            continue
        calls = (Call(text, call.grid, args) for text in (program.text, mutant.text))
        yield mutant, make_problem(*calls, constexprs={}, arrays=arrays, sizes=pair.sizes, assume=pair.assume)


def is_different(problem: Problem) -> bool:
    """Return whether a run at one of some sizes shows a difference."""
    builder = QuestionBuilder(problem)
    for number, sizes in enumerate(islice(candidates(problem, blocks_of(problem)), 8)):
        question = builder.question(sizes)
        for kind in FINITE[:3]:
            trial = Trial(question, Work(1 << 40))
            try:
                if trial.find_witness(contents_of(question, kind, 50 + number)) is not None:
                    return True
            except InvalidInput:
                continue
            except EgraphOptError:
                break
    return False


@pytest.mark.parametrize(
    "pair",
    [pytest.param(pair, marks=[] if number < FIRST else [pytest.mark.slow]) for number, pair in enumerate(OPEN)],
    ids=[f"{number}-{name_of(pair)}" for number, pair in enumerate(OPEN)],
)
def test_mutant_that_differs_is_not_proved(pair: Pair) -> None:
    drawn = 0
    for mutant, problem in mutant_problems(pair):
        drawn += 1
        if proof_of(problem).verdict != "undecided":
            assert not is_different(problem), f"{mutant.kind} at line {mutant.line}"
    assert drawn

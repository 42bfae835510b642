"""Questions with open sizes, and their proofs for all sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.verify.pair import Pair
from egraph_opt.verifier import Call
from egraph_opt.verifier.decision.verification import make_problem
from egraph_opt.verifier.parametric.all_sizes_proof import prove_all_sizes
from egraph_opt.verifier.proof.side_equality import Proof
from egraph_opt.verifier.question import QuestionBuilder
from egraph_opt.verifier.run.size_candidates import blocks_of, candidates
from egraph_opt.verifier.user_question import Problem
from tests.verifier.questions import double


def proof_of(problem: Problem) -> Proof:
    """Return the proof for all sizes."""
    builder = QuestionBuilder(problem)
    return prove_all_sizes(builder, builder.question(next(candidates(problem, blocks_of(problem)))))


def proof_of_double(
    new: str, block: int = 8, grid: str = "", assume: Sequence[str] = ("N > 0",), old: str | None = None, **arrays: Any
) -> Proof:
    """Return the proof that a kernel does the same as `double(8)` for all sizes."""
    args = {"x": "x", "y": "y", "n": "N"}
    calls = (Call(old or double(8), "cdiv(N, 8)", args), Call(new, grid or f"cdiv(N, {block})", args))
    held = {"x": "f32[N]", "y": "f32[N]", **arrays}
    return proof_of(make_problem(*calls, constexprs={}, arrays=held, sizes={"N": None}, assume=assume))


def name_of(pair: Pair) -> str:
    """Return the names of a pair's sides."""
    return " / ".join(", ".join(side.kernel for side in each) for each in (pair.old, pair.new))

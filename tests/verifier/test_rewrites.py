"""Rewrites that are to keep the meaning do so in runs, and are proved equal; each kind is made somewhere."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from benchmarks.verify.corpus import Launchable, launchable
from benchmarks.verify.rewriters.code import Code, Launched
from benchmarks.verify.rewriters.kernel_rewrites import KINDS, Rewrite, rewrite_once
from benchmarks.verify.rewrites import judge_rewrite
from egraph_opt.verifier.question import QuestionBuilder
from egraph_opt.verifier.run.exposing_inputs import contents_of
from egraph_opt.verifier.run.side_execution import Work, run_side

pytestmark = pytest.mark.long
KERNELS = ("gems.log_softmax_kernel", "gems.group_norm_kernel", "gems.mm_kernel_general", "gems.mv_kernel", "fla.l2norm_fwd_kernel",
           "fla.chunk_local_cumsum_vector_kernel", "liger._swiglu_forward_kernel", "liger._rms_norm_forward_kernel")  # fmt: skip
ELSEWHERE = frozenset(("flat_grid", "double_as_sum", "reversed_loop", "product_as_sum"))
"""Kinds that need what none of these kernels has: a second axis of the grid, a product with two, sums alone in a loop, a small tile."""


def kernel(name: str) -> Launchable:
    """Return a kernel of the corpus."""
    found = launchable(name)
    assert found is not None
    return found


def every_rewrite(of: Launchable) -> list[Rewrite]:
    """Return a rewrite of each kind that applies."""
    code = Code(tuple(of.text.splitlines()), of.grid)
    found = (rewrite_once(code, kind, random.Random(f"{of.name} {kind}")) for kind in KINDS)
    return [each for each in found if each is not None]


def test_rewrites_change_no_result_over_f64() -> None:
    made: Counter[str] = Counter()
    for name in KERNELS:
        of = kernel(name)
        for rewrite in every_rewrite(of):
            question = QuestionBuilder(of.problem(*rewrite.launches)).question()
            given = contents_of(question, "normal", 3)
            old, new = (run_side(question, side, given, Work(1 << 40), wide=True) for side in (question.old, question.new))
            assert not new.error and not new.races, (name, rewrite.kind, new)
            for result in question.results:
                same = np.isclose(old.arrays[result], new.arrays[result], rtol=1e-6, atol=1e-9, equal_nan=True)
                assert same.all() and np.array_equal(old.written[result], new.written[result]), (name, rewrite.kind)
            made[rewrite.kind] += 1
    assert set(KINDS) - made.keys() <= ELSEWHERE


@pytest.mark.parametrize("name", ["fla.l2norm_fwd_kernel", "gems.log_softmax_kernel"])
def test_rewrites_are_proved_equal(name: str) -> None:
    of = kernel(name)
    outcomes = {rewrite.kind: judge_rewrite(of.problem(*rewrite.launches))[0] for rewrite in every_rewrite(of)}
    assert len(outcomes) >= 20 and set(outcomes.values()) <= {"bits", "reals"}, outcomes


def test_wrong_loop_is_not_proved_equal() -> None:
    of = kernel("gems.log_softmax_kernel")
    code = Code(tuple(of.text.splitlines()), of.grid)
    unrolled = rewrite_once(code, "unrolled_loop", random.Random(0))
    assert unrolled is not None
    text = unrolled.launches[0].text
    assert "= %w4 to %arg3 " in text
    wrong = text.replace("= %w4 to %arg3 ", "= %w4 to %w4 ")  # the rest of the iterations is lost
    assert judge_rewrite(of.problem(Launched(wrong, of.grid)))[0].startswith(("different", "undecided"))

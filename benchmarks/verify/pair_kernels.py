"""Kernels of the pairs in TTIR, each with the arguments of its pair, for mutants."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from benchmarks.verify.pair import Pair
from benchmarks.verify.pairs import pairs
from benchmarks.verify.rewriters.code import Launched
from egraph_opt.verifier import Call
from egraph_opt.verifier.decision.verification import make_problem
from egraph_opt.verifier.question import QuestionBuilder
from egraph_opt.verifier.user_question import Problem


@dataclass(frozen=True)
class PairKernel:
    """A kernel in TTIR with arguments in order."""

    name: str
    text: str
    grid: tuple[int, int, int]
    args: tuple[Any, ...]
    arrays: dict[str, str]
    sizes: dict[str, int]

    def problem(self, *new: Launched) -> Problem:
        """Return the question whether other launches do the same."""
        calls = [Call(launch.text, launch.grid, self.args) for launch in new]
        old = Call(self.text, self.grid, self.args)
        return make_problem(old, calls, constexprs={}, arrays=self.arrays, sizes=self.sizes)


def wheel_sides() -> list[tuple[Pair, int]]:
    """Return one side with each of the packages' kernels in pairs of kernels of wheels: the pair, and 0 for old, 1 for new."""
    from benchmarks.verify.wheels.pair_list import wheel_pairs

    found: dict[str, tuple[Pair, int]] = {}
    for pair, number in pair_sides(wheel_pairs()):
        kernel = (pair.old, pair.new)[number][0].kernel
        if ".py:" in kernel:
            found.setdefault(kernel, (pair, number))
    return list(found.values())


def pair_sides(some: Iterable[Pair] | None = None) -> list[tuple[Pair, int]]:
    """Return each side of pairs with given sizes and one launch on each side: the pair, and 0 for old, 1 for new."""
    found = {}
    for pair in pairs() if some is None else some:
        if None in pair.sizes.values() or len(pair.old) + len(pair.new) > 2:
            continue
        for number in (0, 1):
            side = (pair.old, pair.new)[number][0]
            if not side.kernel.startswith("corpus:"):
                found.setdefault(repr((side, pair.args, pair.arrays, pair.sizes)), (pair, number))
    return list(found.values())


def pair_kernel(chosen: tuple[Pair, int]) -> PairKernel:
    """Return the kernel of one side of a pair."""
    pair, number = chosen
    side = (pair.old, pair.new)[number][0]
    problem = pair.problem()
    builder = QuestionBuilder(problem)
    question = builder.question()
    launch = (question.old, question.new)[number].launches[0]
    call = (problem.old, problem.new)[number][0]  # type: ignore[index]
    program = builder.program(call)
    args = tuple(call.args[name] for name in program.parameters)
    sizes = {name: size for name, size in pair.sizes.items() if size is not None}
    arrays = {name: text for name, text in {**pair.arrays, **pair.args}.items() if isinstance(text, str) and "[" in text}
    return PairKernel(side.kernel, program.text, launch.grid, args, arrays, sizes)

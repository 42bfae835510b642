"""Questions about the corpus's kernels, which were captured without their launches: flat arrays as large as a launch reaches, and
numbers with which the kernels run."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from benchmarks.paths import CORPUS
from benchmarks.verify.rewriters.code import Launched
from egraph_opt.errors import EgraphOptError
from egraph_opt.interpret.element_types import element_of, pointee
from egraph_opt.ir.module import Op
from egraph_opt.verifier import Call, Tensor
from egraph_opt.verifier.decision.verification import make_problem
from egraph_opt.verifier.kernel_programs import program_of
from egraph_opt.verifier.question import QuestionBuilder
from egraph_opt.verifier.run.exposing_inputs import contents_of
from egraph_opt.verifier.run.side_execution import Work, run_side
from egraph_opt.verifier.run.tracked_memory import NOBODY, TrackedMemory
from egraph_opt.verifier.user_question import Problem

KERNELS = CORPUS / "kernels"
LARGEST = 1 << 18
SIZES = (50, 64, 48, 256, 128, 32, 16, 8, 4)
GRIDS = ((2, 1, 1), (1, 1, 1), (2, 2, 1))
WORK = 1 << 24
"""Largest work of one run of a kernel: others are too slow for many mutants."""


@dataclass(frozen=True)
class Launchable:
    """A kernel of the corpus with arguments with which it runs."""

    name: str
    text: str
    size: int
    grid: tuple[int, int, int]
    arrays: dict[str, Tensor]
    args: tuple[object, ...]

    def problem(self, *new: Launched) -> Problem:
        """Return the question whether other launches do the same."""
        calls = [Call(launch.text, launch.grid, self.args) for launch in new]
        return make_problem(Call(self.text, self.grid, self.args), calls, constexprs={}, arrays=self.arrays, sizes={})


@lru_cache(maxsize=64)
def launchable(name: str) -> Launchable | None:
    """Return a kernel with arguments with which it runs; None if none are found."""
    path = KERNELS / name / "input.ttir"
    text = path.read_text()
    function = program_of(path).function
    for size in SIZES:
        for grid in GRIDS:
            found = _with_arguments(name, text, function, size, grid)
            if found is not None:
                return found
    return None


def _with_arguments(name: str, text: str, function: Op, size: int, grid: tuple[int, int, int]) -> Launchable | None:
    arrays: dict[str, Tensor] = {}
    args: list[object] = []
    for number, parameter in enumerate(function.regions[0].blocks[0].arguments):
        element = element_of(parameter.type)
        if element == "ptr":
            inner = pointee(parameter.type)
            integers = inner.startswith("i") and inner != "i1"
            arrays[f"a{number}"] = Tensor(inner, (LARGEST,), low=0 if integers else None, high=2 if integers else None)
            args.append(f"a{number}")
        else:
            args.append(size if element.startswith("i") else 0.5)
    whole = Launchable(name, text, size, grid, arrays, tuple(args))
    try:
        reached = reached_elements(whole)
    except EgraphOptError:
        return None
    if reached is None:
        return None
    tight = {
        key: Tensor(tensor.dtype, (max(1, reached[key]),), (), None, tensor.low, tensor.high) for key, tensor in arrays.items()
    }
    return Launchable(name, text, size, grid, tight, tuple(args))


def reached_elements(kernel: Launchable) -> dict[str, int] | None:
    """Return how many elements of each array a kernel reaches; None if it does not run."""
    question = QuestionBuilder(kernel.problem(Launched(kernel.text, kernel.grid))).question()
    ends: dict[str, int] = dict.fromkeys(question.arrays, 0)
    for seed in range(3):
        tracks: list[TrackedMemory] = []
        outcome = run_side(question, question.old, contents_of(question, "integers", seed), Work(WORK), memories=tracks)
        if outcome.error or outcome.races:
            return None
        for track in tracks[0].tracks:
            used = np.flatnonzero((track.reader != NOBODY) | (track.writer != NOBODY) | (track.updater != NOBODY))
            ends[track.name] = max(ends[track.name], int(used[-1]) + 1 if len(used) else 0)
    return ends if any(ends.values()) else None


def names() -> list[str]:
    """Return the names of the corpus's kernels in TTIR."""
    return sorted(path.parent.name for path in KERNELS.glob("*/input.ttir"))

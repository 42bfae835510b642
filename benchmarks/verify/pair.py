"""A pair of kernels: both sides, the arguments that they share, and whether they are equal."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.kernel_source import kernel_file
from benchmarks.paths import CORPUS
from egraph_opt.verifier import Call
from egraph_opt.verifier.decision.answer import Outcome
from egraph_opt.verifier.decision.verification import decide, make_problem
from egraph_opt.verifier.user_question import Problem

HERE = Path(__file__).parent / "kernels"
ROWS = {"x": "f32[M, N]", "y": "f32[M, N]", "stride": "N", "n": "N"}
NORM = {"x": "f32[M, N]", "w": "f32[N]", "b": "f32[N]", "y": "f32[M, N]", "stride": "N", "n": "N", "eps": 1e-5}
SOFTMAX = {"x": "f32[M, N]", "y": "f32[M, N]", "stride_x": "N", "stride_y": "N", "m": "M", "n": "N"}
B = {"BLOCK": 128}
SMALL = {"BLOCK": 32}
OPEN: dict[str, int | None] = {"M": None, "N": None}
TILE = {"assume": ("M > 0", "N > 0", "N <= 128")}
"""Assumptions under which a tile holds a row."""


@dataclass(frozen=True)
class Side:
    """A kernel of a file, or of the corpus, with its grid and constants, and other names for some arguments.

    `order` are all arguments, for kernels of the corpus, whose parameters have no names.
    """

    kernel: str
    grid: Any
    constants: dict[str, Any] = field(default_factory=dict)
    args: dict[str, Any] = field(default_factory=dict)
    order: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Pair:
    """Two sides with the arguments that they share; `same` is whether they are equal over the reals and round alike."""

    name: str
    old: tuple[Side, ...]
    new: tuple[Side, ...]
    args: dict[str, Any]
    sizes: dict[str, int | None]
    same: bool = True
    assume: tuple[str, ...] = ()
    arrays: dict[str, str] = field(default_factory=dict)
    results: tuple[str, ...] = ()

    def label(self, number: int) -> str:
        """Return the names of the kernels of one side (0 for old, 1 for new)."""
        return ", ".join(map(kernel_label, (side.kernel for side in (self.old, self.new)[number])))

    @property
    def size_text(self) -> str:
        """Sizes as text."""
        return ", ".join(f"{name} = {'open' if size is None else size}" for name, size in self.sizes.items())

    def problem(self) -> Problem:
        """Return the question of the pair."""
        arrays = {**self.arrays, **{name: text for name, text in self.args.items() if isinstance(text, str) and "[" in text}}
        args = {name: name if name in arrays else value for name, value in self.args.items()}
        sides = [
            [Call(place(side.kernel), side.grid, side.order or {**args, **side.args}, side.constants) for side in each]
            for each in (self.old, self.new)
        ]
        return make_problem(
            sides[0], sides[1], constexprs={}, arrays=arrays, sizes=self.sizes, assume=self.assume, results=self.results
        )  # fmt: skip


class Answer(NamedTuple):
    """Verdict on a pair, its witness or reason, and the seconds of processor time that it took, as texts."""

    verdict: str
    reason: str
    seconds: str


def answer_pair(pair: Pair, fast: bool) -> Answer:
    """Return the verdict on a pair; `fast`: from runs alone."""
    problem = pair.problem()
    start = time.process_time()
    verdict = decide(problem, fast=fast)
    spent = time.process_time() - start
    why = verdict.witness.what if verdict.witness else verdict.reason
    return Answer(verdict.outcome.value, why.partition("\n")[0], f"{spent:.1f}")


def is_wrong(pair: Pair, answer: Answer) -> bool:
    """Return whether a verdict contradicts what is known of a pair."""
    return answer.verdict == Outcome.DIFFERENT.value if pair.same else answer.verdict in (Outcome.BITS.value, Outcome.REALS.value)


def kernel_label(kernel: str) -> str:
    """Return the name of a kernel in tables: a package's kernel is named after its package."""
    file, _, name = kernel.partition(":")
    return f"{file.partition('/')[0]}.{name}" if file.endswith(".py") else name


def place(kernel: str) -> str:
    """Return the place of a kernel that is named as `file:kernel`, where a file with a suffix is one of a package's wheel."""
    file, _, name = kernel.partition(":")
    if file.endswith(".py"):
        return f"{kernel_file(file, name)}:{name}"
    if file == "corpus":
        return str(CORPUS / "kernels" / name / "input.ttir")
    return f"{HERE / file}.py:{name}"


def several(file: str, old: Side, new: list[tuple[Side, bool]], args: dict[str, Any], *sizes: dict[str, int | None],
            **options: Any) -> list[Pair]:  # fmt: skip
    """Return pairs of one kernel with several others, at several sizes."""
    found = []
    for side, same in new:
        for given in sizes:
            sides = [Side(f"{file}:{each.kernel}", each.grid, each.constants, each.args) for each in (old, side)]
            name = f"{file}: {old.kernel} / {side.kernel}"
            found.append(Pair(name, (sides[0],), (sides[1],), args, given, same, **options))
    return found

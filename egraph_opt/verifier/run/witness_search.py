"""Search for a witness (an input on which two sides differ): tries contents of arrays, and numbers for open sizes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from egraph_opt.interpret.element_types import dtype_of
from egraph_opt.interpret.errors import NotModelled
from egraph_opt.verifier.question import QuestionBuilder
from egraph_opt.verifier.run.exposing_inputs import FINITE, MAY_OVERFLOW, Kind, contents_of
from egraph_opt.verifier.run.shrinking import shrink_contents
from egraph_opt.verifier.run.side_execution import Work, WorkLimit, memory_work
from egraph_opt.verifier.run.side_trial import InvalidInput, Trial
from egraph_opt.verifier.run.size_candidates import blocks_of, candidates, is_allowed, open_sizes, smaller
from egraph_opt.verifier.run.witness import Witness
from egraph_opt.verifier.side import Question, Side

FAST, THOROUGH = 40_000_000, 400_000_000
"""Limits on the work of a search: about one second of processor time, and about ten."""
SEEDS = {"fast": 2, "thorough": 4}
PARTS = 12
"""Only some program instances are run if all take more than the fraction 1 / `PARTS` of the remaining work."""
FIRST_SIZES = 3
"""Number of first assignments of open sizes that are tried with all kinds of contents; later ones are tried with few."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """Result of a search.

    Attributes:
        witness: an input on which the sides differ, or None.
        special: an input with NaN, infinities or overflow on which they differ; None if `witness` is one.
        runs: number of inputs on which both sides were run.
        sizes: assignments of open sizes that were tried.
        equal_bits: whether all results were equal to the last bit.
        sampled: whether only some programs were run, because all would be too much work.
        reason: why runs were impossible or incomplete; empty if they were not.
        doubtful: the first difference, in words, that may be due to rounding; empty if there is none.
    """

    witness: Witness | None = None
    special: Witness | None = None
    runs: int = 0
    sizes: tuple[Mapping[str, int], ...] = ()
    equal_bits: bool = False
    sampled: bool = False
    reason: str = ""
    doubtful: tuple[str, ...] = ()


@dataclass(slots=True)
class Search:
    """A search for a witness within a limit on work, with what was found so far."""

    builder: QuestionBuilder
    fast: bool
    rounding_counts: bool = True
    work: Work = field(init=False)
    runs: int = 0
    equal_bits: bool = True
    sampled: bool = False
    special: Witness | None = None
    reasons: list[str] = field(default_factory=list)
    doubtful: list[str] = field(default_factory=list)
    first: Question | None = None
    tried: list[Mapping[str, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.work = Work(FAST if self.fast else THOROUGH)

    def result(self) -> Refutation:
        """Run the search, and return its result."""
        witness = None
        try:
            for number, question in enumerate(self.questions()):
                self.first = self.first or question
                witness = self.at_affordable_sizes(question, number < FIRST_SIZES)
                if witness is not None:
                    witness = self.with_smaller_sizes(witness)
                    break
        except WorkLimit as limit:
            if not self.runs:
                self.reasons.append(str(limit))
        except NotModelled as missing:
            self.reasons.append(f"{missing.name} has no meaning in the interpreter")
        reason = self.reasons[0] if self.reasons else ""
        special = None if witness else self.special
        return Refutation(
            witness, special, self.runs, tuple(self.tried), self.equal_bits and self.runs > 0, self.sampled,
            reason, tuple(self.doubtful[:1]),
        )  # fmt: skip

    def questions(self) -> Iterator[Question]:
        """Yield the question with each assignment of numbers to the open sizes; once if no size is open."""
        problem = self.builder.problem
        if not open_sizes(problem):
            yield self.builder.question()
            return
        first = next(candidates(problem, blocks_of(problem)), None)
        if first is None:
            self.reasons.append("no sizes meet the assumptions")
            return
        blocks = blocks_of(problem, self.builder.question(first))
        for sizes in candidates(problem, blocks):
            yield self.builder.question(sizes)

    def at_affordable_sizes(self, question: Question, thoroughly: bool) -> Witness | None:
        """Search at one assignment of sizes, which is skipped if it takes too much work.

        Raises:
            WorkLimit: it takes too much work, and no input was run before or the limit of the search is reached.
        """
        try:
            found = self.at_sizes(question, thoroughly)
        except WorkLimit:
            if not self.runs or self.work.spent >= self.work.left:
                raise
            return None
        if question.open_sizes:
            self.tried.append({name: question.sizes[name] for name in question.open_sizes})
        return found

    def at_sizes(self, question: Question, thoroughly: bool) -> Witness | None:
        """Search at one assignment of sizes; `thoroughly`: with all kinds of contents and several seeds."""
        least = 0 if self.runs else THOROUGH // 2  # one input is always run
        trial = Trial(question, Work(max(self.work.left - self.work.spent, least)))
        trial.programs = self.choose_programs(question)
        self.sampled = self.sampled or trial.programs is not None
        try:
            return self.try_contents(trial, thoroughly)
        finally:
            self.work.spent += trial.work.spent
            self.runs += trial.count
            self.equal_bits = self.equal_bits and trial.equal_bits
            self.doubtful += trial.doubtful

    def try_contents(self, trial: Trial, thoroughly: bool) -> Witness | None:
        """Try the kinds of contents at the sizes of a trial; `thoroughly`: all kinds, with several seeds."""
        seeds = SEEDS["fast" if self.fast else "thorough"] if thoroughly else 1
        kinds = FINITE if thoroughly else FINITE[:2]
        invalid: list[str] = []
        for seed in range(seeds):
            for kind in kinds:
                try:
                    found = self.try_kind(trial, kind, seed)
                except InvalidInput as reason:
                    invalid.append(str(reason))
                    if len(invalid) >= len(kinds) and not trial.count:
                        break
                    continue
                if found is not None:
                    return found
            if not trial.count:
                self.reasons.append(f"no input was found on which old is defined: {invalid[0]}")
                return None
        self.try_special(trial)
        return None

    def try_kind(self, trial: Trial, kind: Kind, seed: int) -> Witness | None:
        """Try one kind of contents, in float64 if possible. The first seed also runs in the kernels' own types, to find lost precision."""
        for bounds in index_bounds(trial.question):
            contents = contents_of(trial.question, kind, seed, bounds)
            try:
                found = trial.find_witness(contents, kind in MAY_OVERFLOW)
            except InvalidInput as reason:
                last = reason
                continue
            if found is not None:
                return shrink_contents(trial, found, trial.find_witness)
            if seed == 0 and kind not in MAY_OVERFLOW:
                rounded = trial.find_rounding(contents)
                if rounded is not None and self.rounding_counts:
                    return rounded
            return None
        raise last

    def try_special(self, trial: Trial) -> None:
        """Look for a difference on inputs with NaN and infinities, unless one was found before."""
        if self.special is not None or not has_float_inputs(trial.question):
            return
        for bounds in index_bounds(trial.question):
            try:
                self.special = trial.find_rounding(contents_of(trial.question, "special", 0, bounds), special=True)
                return
            except InvalidInput:
                continue

    def choose_programs(self, question: Question) -> tuple[Sequence[int], Sequence[int]] | None:
        """Return numbers of the programs of the old and new side to run if all would be too much work; None for all.

        Raises:
            WorkLimit: all would be too much work, but sizes are open and inputs at other sizes were run.
        """
        contents = contents_of(question, "integers", 0, index_bounds(question)[0])
        share, costs = self.work.left // PARTS, []
        for side in (question.old, question.new):
            trial = Trial(question, Work(THOROUGH // 4))
            trial.programs = ([0], [0])
            if side.reference is None:
                trial.run(side, contents, trial.wide)
            self.work.spent += trial.work.spent
            spent = trial.work.spent - memory_work(question)
            costs.append((max(1, spent // max(1, len(side.launches))), program_count(side)))
        if all(cost * count <= share for cost, count in costs) or has_several_launches(question):
            return None
        if open_sizes(self.builder.problem) and self.runs:
            raise WorkLimit("the runs take too much work")
        old, new = (spread(count, max(1, share // cost)) for cost, count in costs)
        return old, new

    def with_smaller_sizes(self, witness: Witness) -> Witness:
        """Return a witness of the same kind at smaller numbers for the open sizes, or the same one if there is none."""
        names = open_sizes(self.builder.problem)
        sizes = {name: witness.sizes[name] for name in names}
        improved = bool(sizes)
        while improved:
            improved = False
            for choice in smaller(sizes):
                if not is_allowed(self.builder.problem, choice):
                    continue
                try:
                    found = self.at_sizes(self.builder.question(choice), False)
                except (WorkLimit, NotModelled):
                    return witness
                if found is not None and found.kind == witness.kind:
                    witness, sizes, improved = found, choice, True
                    break
        return witness


def has_several_launches(question: Question) -> bool:
    """Return whether the old or the new kernels are several launches: a later one may read what an earlier one writes."""
    return any(len(side.launches) > 1 for side in (question.old, question.new))


def program_count(side: Side) -> int:
    """Return the number of program instances in the largest launch of a side (the old or the new kernels)."""
    return max((launch.grid[0] * launch.grid[1] * launch.grid[2] for launch in side.launches), default=0)


def spread(count: int, wanted: int) -> list[int]:
    """Return about `wanted` of `count` program numbers: the first and last ones, and some spread between them."""
    if wanted >= count:
        return list(range(count))
    ends = max(1, wanted // 3)
    between = np.linspace(0, count - 1, max(1, wanted - 2 * ends)).astype(int).tolist()
    return sorted({*range(min(ends, count)), *range(max(0, count - ends), count), *between})


def index_bounds(question: Question) -> list[tuple[int, ...]]:
    """Return upper bounds to try for integer inputs that may be indices: none first, then extents and sizes in descending order."""
    arrays = [spec for spec in question.arrays.values() if spec.start == "given"]
    if not any(dtype_of(spec.dtype).kind in "iu" and spec.high is None for spec in arrays):
        return [()]
    extents = {extent for spec in question.arrays.values() for extent in spec.shape} | set(question.sizes.values())
    return [(), *((extent,) for extent in sorted(extents, reverse=True) if extent > 0), (1,)]


def has_float_inputs(question: Question) -> bool:
    """Return whether an input array has float elements."""
    return any(spec.start == "given" and dtype_of(spec.dtype).kind == "f" for spec in question.arrays.values())

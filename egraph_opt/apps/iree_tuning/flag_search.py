"""Search for the program and the flags with the least measured time.

A candidate consists of compiler flags, a program (the input, or one from its e-graph), and a set of pinned computations. A pinned
computation has a dispatch of its own (`egraph_opt.apps.iree_tuning.pinned_dispatches`).

Flags are timed first, then whole programs with the fastest flags. Then a greedy search pins single computations if that is faster, and
unpins those that make no difference. Finally the fastest candidate is timed in alternation with IREE's own result. It is used if it is
faster by more than the noise.
"""

from __future__ import annotations

import resource
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from egraph_opt.apps.iree_tuning.benchmark_timing import Bench, Timing, agree
from egraph_opt.apps.iree_tuning.compiler_flags import variants
from egraph_opt.apps.iree_tuning.pinned_dispatches import Group, groups, hold_groups
from egraph_opt.apps.iree_tuning.region_inlining import inlined_same
from egraph_opt.errors import EgraphOptError
from egraph_opt.families.region.encode.tensor_program import FUNCTIONS
from egraph_opt.families.region.iree_schedule import schedule_of
from egraph_opt.ir.module import Module
from egraph_opt.iree.compiler import DISPATCH_PHASE, IreeBackend
from egraph_opt.iree.tool_process import IreeError
from egraph_opt.text import write
from egraph_opt.text.round_trip import round_trip

ROUNDS = 11
"""Number of rounds in which the final candidates are timed."""
LEAST_GAIN = 0.01
"""Least relative gain of each change in the search, and of the result."""
MORE_DISPATCHES_GAIN = 0.02
"""Least relative gain of a result with more dispatches than IREE makes of the input."""
FLAGS_SHARE = 0.75
"""Fraction of the time that may have passed when a further set of flags is timed."""
TARGETS = 2
"""Number of sets of flags with which candidate programs are timed: the sets with which the input is fastest."""


@dataclass(frozen=True, eq=False)
class ProgramForm:
    """Candidate program: a module, and the computations that are pinned in dispatches of their own."""

    module: Module
    chosen: frozenset[Group] = frozenset()
    written: str = ""
    """Text of the module if nothing is pinned."""
    phase: str = ""
    """Phase of IREE's compiler that produced the module; empty for an input of the compiler."""

    @property
    def resume_flags(self) -> tuple[str, ...]:
        """Flags with which iree-compile continues after `phase`."""
        return (f"--compile-from={self.phase}",) if self.phase else ()

    def target(self, target: IreeBackend) -> IreeBackend:
        """Return the compilation target for this program: `target`, with the phase from which iree-compile continues."""
        return replace(target, phase=self.phase)

    @cached_property
    def text(self) -> str:
        return write(hold_groups(self.module, self.chosen)) if self.chosen else self.written or write(self.module)


@dataclass(frozen=True)
class FlagChoice:
    """Chosen program and flags, with three timings: IREE with the user's flags, IREE with the best flags, and the chosen program."""

    form: ProgramForm
    target: IreeBackend
    best_flags: IreeBackend
    asked: Timing
    flags: Timing
    ours: Timing
    tried: int
    """Number of programs that were timed."""
    remark: str = ""
    missed: str = ""
    """How much faster the fastest candidate was, and how much was needed, if it was not used."""

    @property
    def gain(self) -> float:
        """Speedup of the chosen program over IREE with its best flags."""
        return self.flags.fastest / self.ours.fastest

    @property
    def spread(self) -> float:
        """Relative noise between runs of one program."""
        return max(self.asked.spread, self.flags.spread, self.ours.spread)


def measurement_line(found: FlagChoice, how: Sequence[str] = ()) -> str:
    """Return a line with the measured times, the remarks `how` on the chosen program, and the number of timed programs."""
    asked, ours = found.asked.fastest, found.ours.fastest
    times = f"{asked * 1e6:.4g} -> {ours * 1e6:.4g} µs ({asked / ours:.3f}x; equal programs differ by {found.spread:.1%})"
    return ", ".join((times, *filter(None, how), f"{found.tried} program{'s' * (found.tried != 1)} tried"))


def child_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@dataclass
class _Search:
    bench: Bench
    limit: float
    """CPU seconds of IREE's tools after which no new candidate is timed."""
    begin: float = field(default_factory=child_seconds)
    seconds: dict[str, float] = field(default_factory=dict)

    def is_over(self, share: float = 1.0) -> bool:
        return child_seconds() > self.begin + share * self.limit

    def time(self, form: ProgramForm, target: IreeBackend) -> float:
        """Return the measured seconds of a program, infinite if it does not compile or run."""
        file = self.bench.compile(form.text, form.target(target))
        if file and file not in self.seconds:
            found = self.bench.alternate([file], 2)
            self.seconds[file] = found[file].fastest if file in found else float("inf")
        return self.seconds.get(file, float("inf"))

    def fastest(
        self, ways: Sequence[tuple[ProgramForm, IreeBackend]], best: tuple[ProgramForm, IreeBackend]
    ) -> tuple[ProgramForm, IreeBackend]:
        """Return the fastest candidate if it is faster than `best`, else `best`."""
        known = self.time(*best)
        for way in ways:
            if not self.is_over() and (found := self.time(*way)) < known * (1.0 - LEAST_GAIN):
                known, best = found, way
        return best


Rewrite = Callable[[str, IreeBackend], Module | None]
"""Function of a program and a target. It lets IREE form dispatches, and returns a cheaper module equal to the result, or None."""


def tune(
    bench: Bench,
    others: Sequence[Module],
    target: IreeBackend,
    seconds: float,
    choose_flags: bool = True,
    rewritten: Rewrite | None = None,
) -> FlagChoice:
    """Choose a program and flags by measured time.

    Args:
        bench: the input program, and its timing.
        others: other modules that are proved equal to the input.
        target: the compilation target, with the user's flags.
        seconds: CPU time of IREE's tools after which no new candidate is timed.
        choose_flags: whether to try other flags.
        rewritten: function that is applied to the fastest program, to make it cheaper after IREE's dispatch formation.

    Raises:
        IreeError: the input does not compile or run.
    """
    search = _Search(bench, seconds)
    start = ProgramForm(bench.module, written=bench.text)
    if search.time(start, target) == float("inf"):
        raise IreeError("the input does not compile or run")
    forms = [*held_forms(bench.module), *(form for module in others for form in (ProgramForm(module), *held_forms(module)))]
    targets = [target]
    for other in variants(target, bench.text) if choose_flags else ():
        if not search.is_over(FLAGS_SHARE):
            targets.append(other)
            search.time(start, other)
    targets.sort(key=lambda one: search.time(start, one))
    ways = [(form, one) for one in targets[:TARGETS] for form in (start, *forms)]
    best = search.fastest(ways, (start, target))
    form, used = _singles(search, *best)
    if rewritten is not None and not search.is_over() and (made := rewritten(form.text, used)) is not None:
        form, used = search.fastest([(ProgramForm(made, phase=DISPATCH_PHASE), used)], (form, used))
    return _settle_choice(search, start, target, targets[0], form, used)


def held_forms(module: Module) -> list[ProgramForm]:
    """Return candidates that pin computations: each product and convolution, each computation, and those that read a padding, with it."""
    every = groups(module)
    named = frozenset(group for group in every if group.named)
    padded = frozenset(group.with_paddings() for group in every if group.paddings)
    return [ProgramForm(module, chosen) for chosen in dict.fromkeys((named, frozenset(every), padded)) if chosen]


def _singles(search: _Search, form: ProgramForm, target: IreeBackend) -> tuple[ProgramForm, IreeBackend]:
    """Pin single computations in dispatches of their own if that is faster, or unpin them if that is not slower, largest first.

    The result is at most `LEAST_GAIN` slower than the fastest program found.
    """
    best = search.time(form, target)
    for group in sorted(groups_of(form), key=lambda g: -g.weight):
        if search.is_over():
            break
        changed = change_group(form, group)
        found = search.time(changed, target)
        if found < best * (1.0 - LEAST_GAIN) or (group in form.chosen and found <= best * (1.0 + LEAST_GAIN)):
            form, best = changed, min(found, best)
    return form, target


def groups_of(form: ProgramForm) -> list[Group]:
    """Return the groups of operations that are or can be pinned (put into a dispatch of their own), also together with paddings."""
    known = {group.ops for group in form.chosen}
    every = groups(form.module)
    others = [*every, *(group.with_paddings() for group in every if group.paddings)]
    return [*form.chosen, *(group for group in others if group.ops not in known)]


def change_group(form: ProgramForm, group: Group) -> ProgramForm:
    """Unpin a group that is pinned, or pin one instead of those with operations of it."""
    kept = frozenset(other for other in form.chosen if set(other.key).isdisjoint(group.key))
    return ProgramForm(form.module, kept if group in form.chosen else kept | {group})


def _settle_choice(
    search: _Search, start: ProgramForm, asked: IreeBackend, best_flags: IreeBackend, form: ProgramForm, used: IreeBackend
) -> FlagChoice:
    """Return the candidate `form` if it is proved equal to the input `start`, computes the same results, and is faster in the
    final timing.

    Otherwise, return the input with the best flags or with the user's flags `asked`.
    """
    bench, remark = search.bench, ""
    files = [bench.compile(f.text, f.target(t)) for f, t in ((start, asked), (start, best_flags), (form, used))]
    if form is not start and not _is_preserved(form):
        remark, form, used, files[2] = "the choice was not proved equal", start, best_flags, files[1]
    elif files[2] != files[0] and not agree(bench.results(files[2]), bench.results(files[0])):
        remark, form, used, files[1:] = "the choice computes something else", start, asked, [files[0], files[0]]
        best_flags = asked
    timings = bench.alternate(files, ROUNDS)

    def make_tuned() -> FlagChoice:
        first, second, third = (timings[file] for file in files)
        return FlagChoice(form, used, best_flags, first, second, third, len(search.seconds), remark)

    found, missed = make_tuned(), ""
    if form is not start:
        least = max(_least_gain(search, start, form, used), found.spread)
        if found.gain < 1.0 + least:
            form, missed = start, f"at most {found.gain:.3f}x, and {1.0 + least:.3f}x is needed"
    if form is start:  # the best flags are then the choice
        same = files[1] == files[0] or agree(bench.results(files[1]), bench.results(files[0]))
        if found.asked.fastest <= found.flags.fastest or not same:
            best_flags, files[1] = asked, files[0]
        used, files[2] = best_flags, files[1]
    return replace(make_tuned(), missed=missed)


def _least_gain(search: _Search, start: ProgramForm, form: ProgramForm, target: IreeBackend) -> float:
    """Return the least relative gain with which a program may replace the input: more if IREE makes more dispatches of it."""
    try:
        before, after = (
            schedule_of(each.text, search.bench.assumed, each.target(target)).count("dispatch", "slow") for each in (start, form)
        )
    except EgraphOptError:
        return MORE_DISPATCHES_GAIN
    return MORE_DISPATCHES_GAIN if after > before else LEAST_GAIN


def _is_preserved(form: ProgramForm) -> bool:
    if not form.chosen:
        return True
    new = hold_groups(form.module, form.chosen)
    before, after = ([op for op in module.op.walk() if op.name in FUNCTIONS] for module in (form.module, new))
    return len(before) == len(after) and all(a is b or inlined_same(a, round_trip(b)) for a, b in zip(before, after, strict=True))

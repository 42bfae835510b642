"""Stages of the dispatch region family (encode, saturate, extract, elaborate, confirm), called by `egraph_opt.core.pipeline`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from egraph_opt.applications import part
from egraph_opt.checker import EQUAL, Outcome, Verdict
from egraph_opt.core.acceptance.validation import Validation
from egraph_opt.core.gain_threshold import judge_gain
from egraph_opt.core.observers import tell
from egraph_opt.core.result import FunctionResult, unchanged_record
from egraph_opt.core.task import Clock, FunctionChoice, Optimized, Rewritten, SearchTask
from egraph_opt.extract import Work
from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.families.region.choice.classes.saturate import SaturatedGraph, saturate, searched_twice
from egraph_opt.families.region.choice.extract import NoChoice, ScheduleChoice, extract
from egraph_opt.families.region.choice.pricing.cost import margin
from egraph_opt.families.region.compiler_check import confirm_schedule, confirmation, in_place_remark, miscompile_remark, pays
from egraph_opt.families.region.emit.elaborate import decode
from egraph_opt.families.region.encode.broadcasts import read_through
from egraph_opt.families.region.encode.encode import encode
from egraph_opt.families.region.encode.splitting.blocks import FunctionBlocks
from egraph_opt.families.region.encode.splitting.partition import merge_parts, split_block
from egraph_opt.families.region.encode.tensor_program import FUNCTIONS, EncodedFunction
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.families.region.schedule_prediction import form_dispatches, prediction_failure
from egraph_opt.families.region.two_phase_search import Hints, SearchPhases, search_function
from egraph_opt.families.region.validation.validate import ExpectedRuns
from egraph_opt.ir.module import Module, Op
from egraph_opt.iree.compiler import DISPATCH_PHASE
from egraph_opt.iree.program import read_any
from egraph_opt.iree.tool_process import IreeError, available
from egraph_opt.text.alpha_equivalence import alpha_digest
from egraph_opt.text.round_trip import function_text, only_function, written_alike

ASYNC = "$async"
"""Suffix of the asynchronous function that IREE creates for each function when it forms dispatches."""
SUMS = ("ops", "cost_before", "cost_after", "lower_bound", "classes", "nodes")
DEARER = "what a second search found would cost more by IREE's own schedule"


class RegionTask(SearchTask[RegionOptions, EncodedFunction, SaturatedGraph, ScheduleChoice]):
    """Task that optimises one module of tensor programs."""

    each_alone = True
    only_repeats = False
    """Whether only products of repeated (broadcast) tensors are rewritten."""
    twice = True
    """Whether functions are searched a second time with more rules (`two_phase_search`)."""

    def __init__(self, module: Module, options: RegionOptions, clock: Clock, text: str = "") -> None:
        super().__init__(module, options, clock, text)
        self.first: dict[Op, Optimized] = {}
        """For each function that a second search returned, the result of the first search."""
        self.searched: dict[bytes, SearchPhases] = {}
        """Search results of functions, by a digest of the text up to names."""
        self.hints = Hints()
        self.shown: set[bytes] = set()
        """Digests, up to names, of pairs of functions that are proved equal."""
        self.fallback: Rewritten | None = None
        """Unproved result without second searches, if these have another result."""
        self.expected: ExpectedRuns | None = None
        """Runs of the function that was compared last."""

    @staticmethod
    def read(text: str, filename: str, line: int) -> Module:
        return read_any(text, filename, line)

    def functions(self) -> Sequence[Op]:
        return [op for op in self.module.op.walk() if op.name in FUNCTIONS and op.regions and op.regions[0].blocks]

    def encode(self, function: Op) -> EncodedFunction:
        return encode(function, self.options.assume_dim, self.options.start == "iree", self.only_repeats)

    def saturate(self, program: EncodedFunction) -> SaturatedGraph:
        return saturate(program, self.options.limits, self.options.own, known=self.hints.graphs)

    def extract(self, program: EncodedFunction, graph: SaturatedGraph) -> ScheduleChoice:
        return extract(program, graph, self.options.model, Work(self.options.work_limit, self.options.time_limit))

    def elaborate(self, found: FunctionChoice[EncodedFunction, SaturatedGraph, ScheduleChoice]) -> Op:
        return decode(found.choice.selected)

    def module_alternatives(self) -> Iterator[Rewritten]:
        """Yield the optimised module, then an alternative in which only products of repeated (broadcast) tensors are rewritten."""
        yield self.choose_by_schedule(*self.search_module())
        if self.options.start == "input" and not self.only_repeats:
            yield from self.narrow_rewrites()

    def search_module(self) -> Rewritten:
        """Return the module with each function optimised, or the original module if nothing changes."""
        if self.options.start == "iree":
            return self.from_formed()
        new, records = self.optimize_functions()
        return self.changed_module(self.module, new), records

    def optimize_functions(self) -> Rewritten:
        """Return the module with each function optimised, and a record of each function.

        If the second search (with more rules) changed a function, store the result without second searches as `fallback`.
        """
        found = {function: self.contain_failure(self.optimize, function) for function in self.functions()}
        made = self.rewritten(found)
        less = {f: self.first.get(new, (new, record)) for f, (new, record) in found.items()}
        if any(new in self.first for new, _ in found.values()) and any(new is not f for f, (new, _) in less.items()):
            self.fallback = self.rewritten(less)
        return made

    def rewritten(self, found: dict[Op, Optimized]) -> Rewritten:
        return self.module.replace_functions({f: new for f, (new, _) in found.items()}), [record for _, record in found.values()]

    def from_formed(self) -> Rewritten:
        """Form dispatches with IREE, then optimise each function; return the original module if no function gets cheaper."""
        try:
            begun = form_dispatches(self.text, self.options.target)
        except IreeError as error:
            return self.module, [unchanged_record(function, str(error), "confirm") for function in self.functions()]
        if why := prediction_failure(self.text, begun, self.options.assume_dim, self.options.target):
            return self.module, [unchanged_record(function, why, "confirm") for function in self.functions()]
        task = self.another(begun, self.options)
        new, records = task.optimize_functions()
        if task.fallback is not None:
            less, fewer = task.fallback
            self.fallback = self.changed_module(begun, less), as_called(fewer)
        return self.changed_module(begun, new), as_called(records)

    def changed_module(self, begun: Module, new: Module) -> Module:
        """Return `new`, or the original module if `new` differs only in names from `begun`, the program before optimisation."""
        return self.module if written_alike(new, begun) else new

    def optimize(self, function: Op) -> Optimized:
        """Replace each block of a function by the cheapest equivalent block found; return the function and its record.

        Raises:
            Unsupported, NoChoice, SaturationFailed, TooLarge: the function must stay unchanged.
        """
        whole = split_block(function)
        if len(whole.regions[0].blocks) == 1:
            return self.optimize_unit(function)
        blocks = FunctionBlocks(whole)
        if whole is not function:
            return self.optimize_parts(function, blocks)

        def back(new: list[Op], known: FunctionResult) -> Optimized:
            return self.accept_unit(function, blocks.put_back(new), known)

        return self.optimize_each(function, blocks.alone(), back)

    def optimize_parts(self, function: Op, parts: FunctionBlocks) -> Optimized:
        """Optimise a long function that was divided into blocks, each on its own; return the function and its record.

        Each block gets an equal fraction of the limits on search effort and time.
        """
        work, seconds = self.options.work_limit // len(parts.of), self.options.time_limit / len(parts.of)
        options = replace(self.options, work_limit=work, time_limit=seconds)
        task = self.another(self.module, options)
        task.first = self.first

        def back(new: list[Op], known: FunctionResult) -> Optimized:
            return merge_parts(parts.put_back(new)), known

        return task.optimize_each(function, parts.alone(), back)

    def optimize_each(self, function: Op, parts: list[Op], back: Callable[[list[Op], FunctionResult], Optimized]) -> Optimized:
        """Optimise `parts`, the blocks of a function as functions, one by one; `back` reassembles the function and its record."""

        def assemble_parts(found: list[Optimized]) -> Optimized:
            known = together([record for _, record in found])
            if all(new is part for (new, _), part in zip(found, parts, strict=True)):
                return function, known
            return back([new for new, _ in found], known)

        found = [self.contain_failure(self.optimize_unit, part) for part in parts]
        made = assemble_parts(found)
        if not any(new in self.first for new, _ in found):
            return made
        less = assemble_parts([self.first.get(new, (new, record)) for new, record in found])
        if made[0] is function:
            return less
        self.first[made[0]] = less
        return made

    def alternatives(self, unit: Op) -> Iterator[Optimized]:
        """Yield results for the one-block function `unit`: that of the second search if it is cheaper, then that of the first search.

        Raises:
            Unsupported, NoChoice, SaturationFailed, TooLarge: the function must stay unchanged.
        """
        with self.clock.stage("encode"):
            program = self.encode(unit)
        tell("encode", program)
        key = alpha_digest(function_text(unit))
        if key in self.searched:
            found = self.searched[key].of(program)
        else:
            found = self.searched[key] = self.searches(program)
        first = self.finish_function(unit, FunctionChoice(program, found.graph, found.first))
        if found.second is not None:
            new, record = self.finish_function(unit, FunctionChoice(program, *found.second))
            if new is not unit:
                self.first[new] = first
                yield new, record
        yield first

    def searches(self, program: EncodedFunction) -> SearchPhases:
        """Search for the cheapest selection; if some rules are reserved for a second search, search again with all rules."""
        with self.clock.stage("saturate"):
            graph = self.saturate(program)
        tell("saturate", graph)
        if self.twice and searched_twice(self.options.own):
            return search_function(program, graph, self.options, self.clock, self.hints)
        with self.clock.stage("extract"):
            chosen = self.extract(program, graph)
        tell("extract", chosen)
        return SearchPhases(graph, chosen)

    def finish_function(self, function: Op, found: FunctionChoice[EncodedFunction, SaturatedGraph, ScheduleChoice]) -> Optimized:
        """Return the selected function if it saves enough, else the old function, with the record."""
        program, graph, best = found.program, found.graph, found.choice
        least = margin(self.options.model)
        options = self.options if self.options.min_gain is not None else replace(self.options, min_gain=least)
        stays, record = judge_gain(
            function, options, best.input_cost, best.cost, bound=best.lower_bound, optimal=best.optimal,
            stopped_by=best.stopped_by, ops=len(program.terms), classes=len(graph.nodes), nodes=sum(map(len, graph.nodes.values())),
            remark=miscompile_remark(program),
        )  # fmt: skip
        if stays:
            return function, record
        with self.clock.stage("decode"):
            new = self.elaborate(found)
        tell("decode", new)
        said = in_place_remark(best.selected)
        return new, replace(record, remark="; ".join(filter(None, (record.remark, said))))

    @property
    def is_checked(self) -> bool:
        """Return True: functions are compared by fingerprints even if IREE is not used."""
        return True

    def validate(self, before: Module, after: Module) -> Validation:
        """Compare the input with the result, parsed again, by fingerprints. Programs proved equal before under other names are skipped."""
        key = alpha_digest(self.text_of(before), self.text_of(after))
        found = Validation(EQUAL, "") if key in self.shown else super().validate(before, after)
        if found.verdict.equal:
            self.shown.add(key)
        return found

    def prove(self, before: Module, after: Module) -> Verdict:
        function = only_function(before)
        if self.expected is None or self.expected.function is not function:
            self.expected = ExpectedRuns(function)
        return EQUAL if self.expected.same(only_function(after)) else Verdict(Outcome.NOT_PROVED, "fingerprints differ")

    def failure_record(self, function: Op, error: Exception) -> FunctionResult:
        if isinstance(error, NoChoice):
            return unchanged_record(function, str(error), error.stopped_by or "unsupported")
        return super().failure_record(function, error)

    def measure(self, new: Module, records: list[FunctionResult]) -> Rewritten:
        if not self.options.measure:
            return new, records
        measured: Rewritten = part("fastest")(self.module, new, records, self.options, self.text)
        return measured

    def choose_by_schedule(self, new: Module, records: list[FunctionResult]) -> Rewritten:
        """Return `new`, or the result without second searches (with fewer rules) if IREE schedules that at lower cost."""
        if self.fallback is None:
            return new, records
        (less, fewer), self.fallback = self.fallback, None
        if not (self.options.check and available()):
            return new, records
        with self.clock.stage("check"):
            stands = pays(self.module, new, records, less, fewer, self.options)
        return (new, records) if stands else self.once(fewer)

    def confirm(self, new: Module, records: list[FunctionResult]) -> Rewritten:
        """Return the new module if IREE generates code for it and schedules it at lower cost, else the original module."""
        said = f"not confirmed: {'IREE is not installed' if self.options.check else 'IREE was not asked'}"
        if self.options.check and available():
            new, records = confirm_schedule(self.module, new, records, self.options, self.options.target)
            if new is not self.module:
                said = confirmation(self.module, new, self.options, self.options.target)
        if self.options.start == "iree":
            said += f", with --compile-from={DISPATCH_PHASE}"
        return new, records if new is self.module else [replace(record, confirmation=said) for record in records]

    def once(self, fewer: list[FunctionResult]) -> Rewritten:
        """Search the module again without second searches, and return the result.

        `fewer` has each function's record from the earlier search. Each new record has the smaller lower bound of the two searches.
        """
        task = self.another(self.module, self.options)
        task.twice = False
        new, records = task.search_module()
        bounds = [min(record.lower_bound, known.lower_bound) for record, known in zip(records, fewer, strict=True)]
        return new, [
            record
            if bound == record.lower_bound
            else replace(record, lower_bound=bound, optimal=False, remark=record.remark or DEARER)
            for record, bound in zip(records, bounds, strict=True)
        ]

    def another(self, module: Module, options: RegionOptions) -> RegionTask:
        """Return a task on another module or with other options, which shares this task's caches of validations and e-graphs."""
        task = type(self)(module, options, self.clock, self.text)
        task.twice, task.shown, task.hints.graphs = self.twice, self.shown, self.hints.graphs
        return task

    def narrow_rewrites(self) -> Iterator[Rewritten]:
        """Yield the module with only products of repeated (broadcast) tensors rewritten, if there are any."""
        if not any(read_through(block.ops) for f in self.functions() for region in f.regions for block in region.blocks):
            return
        note = "only products of repeated tensors are rewritten, and costs are those of these and of what they read"
        for new, records in RepeatsTask(self.module, self.options, self.clock, self.text).module_alternatives():
            if new is not self.module:
                yield new, [replace(record, lower_bound=0.0, optimal=False, remark=record.remark or note) for record in records]

    def headline(self, records: Sequence[FunctionResult]) -> str:
        return "; ".join(dict.fromkeys(record.confirmation for record in records if record.confirmation))


class RepeatsTask(RegionTask):
    """Task on tensor programs that rewrites only products of repeated (broadcast) tensors."""

    only_repeats = True


def together(records: list[FunctionResult]) -> FunctionResult:
    """Combine the records of a function's blocks into one record."""
    stops = [record.stopped_by for record in records if record.stopped_by]
    remarks = dict.fromkeys(record.remark for record in records if record.remark)
    sums: dict[str, Any] = {name: ordered_sum(getattr(record, name) for record in records) for name in SUMS}
    return replace(
        records[0],
        optimal=all(record.optimal for record in records),
        stopped_by=next((stop for stop in ("error", "check", *stops) if stop in stops), ""),
        remark="; ".join(remarks),
        **sums,
    )


def as_called(records: list[FunctionResult]) -> list[FunctionResult]:
    """Return records with the original names of the functions, which IREE renames when it forms dispatches."""
    calls = {record.name.removesuffix(ASYNC) for record in records if record.name.endswith(ASYNC)}
    return [replace(r, name=r.name.removesuffix(ASYNC)) for r in records if r.name not in calls]

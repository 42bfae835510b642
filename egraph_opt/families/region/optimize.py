"""Steps of the family of dispatch regions, called by `egraph_opt.core.pipeline`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from egraph_opt.core.gain import GAIN, judged
from egraph_opt.core.result import FunctionResult, unchanged, withdrawn, worded
from egraph_opt.core.task import Clock, Found, Optimized, SearchTask
from egraph_opt.extract import Work
from egraph_opt.extract.base.sums import added
from egraph_opt.families.region.choice.cost import margin, price, unknown
from egraph_opt.families.region.choice.extract import Chosen, NoChoice, extract
from egraph_opt.families.region.choice.saturate import Graph, saturate
from egraph_opt.families.region.emit.decode import decode
from egraph_opt.families.region.encode.blocks import alone, put_back
from egraph_opt.families.region.encode.computing import VIEWS
from egraph_opt.families.region.encode.encode import encode
from egraph_opt.families.region.encode.function import FUNCTIONS, Program
from egraph_opt.families.region.encode.parts import divided, joined
from egraph_opt.families.region.encode.repeats import read_through
from egraph_opt.families.region.formed import formed, unpredicted
from egraph_opt.families.region.iree import schedule_of
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.families.region.timed import timed
from egraph_opt.families.region.tune.search import Rewrite
from egraph_opt.families.region.validation.validate import same
from egraph_opt.ir.module import Module, Op
from egraph_opt.iree.compile import FORMED, Target, compile_error
from egraph_opt.iree.process import IreeError, LimitError, available
from egraph_opt.iree.program import read_any, read_printed
from egraph_opt.text import write
from egraph_opt.text.again import again

ASYNC = "$async"
"""Suffix of the function that has the work of another, which waits for it, once IREE has formed dispatches."""
SUMS = ("ops", "cost_before", "cost_after", "lower_bound", "classes", "nodes")
DIFFERS = "the result was not found to do the same"
MISCOMPILED = (
    "IREE 3.13 compiles the input wrongly: it forgets the stride of an insertion into a fill that is inserted into a fill"
)

NOT_COMPILED = "IREE 3.13 does not compile the input, an insertion into a fill that is inserted into a fill of more dimensions"


class RegionTask(SearchTask[RegionOptions, Program, Graph, Chosen]):
    """A module of tensor programs. A changed module is written in generic form."""

    only_repeats = False
    """True to rewrite nothing but products of repeated tensors."""

    @staticmethod
    def read(text: str, filename: str, line: int) -> Module:
        return read_any(text, filename, line)

    def functions(self) -> Sequence[Op]:
        return [op for op in self.module.op.walk() if op.name in FUNCTIONS and op.regions and op.regions[0].blocks]

    def encode(self, function: Op) -> Program:
        return encode(function, self.options.assume_dim, self.options.start == "iree", self.only_repeats)

    def saturate(self, program: Program) -> Graph:
        return saturate(program, self.options.limits, self.options.own)

    def extract(self, program: Program, graph: Graph) -> Chosen:
        return extract(program, graph, self.options.model, Work(self.options.work_limit, self.options.time_limit))

    def elaborate(self, found: Found[Program, Graph, Chosen]) -> Op:
        return decode(found.choice.selected)

    def optimized(self) -> tuple[Module, list[FunctionResult]]:
        """Return the module with each function optimised, or the original if the result is written the same."""
        if self.options.start == "iree":
            return self.from_formed()
        new, records = self.every_function()
        return (self.module if new is not self.module and write(new) == write(self.module) else new), records

    def from_formed(self) -> tuple[Module, list[FunctionResult]]:
        """Return IREE's program after it has formed dispatches, with each function optimised, or the original if none is cheaper."""
        try:
            begun = formed(self.text, self.options.target)
        except IreeError as error:
            return self.module, [unchanged(function, str(error), "confirm") for function in self.functions()]
        if why := unpredicted(self.text, begun, self.options.assume_dim, self.options.target):
            return self.module, [unchanged(function, why, "confirm") for function in self.functions()]
        new, records = type(self)(begun, self.options, self.clock, self.text).every_function()
        calls = {record.name.removesuffix(ASYNC) for record in records if record.name.endswith(ASYNC)}
        records = [replace(r, name=r.name.removesuffix(ASYNC)) for r in records if r.name not in calls]
        return (self.module if write(new) == write(begun) else new), records

    def optimize(self, function: Op) -> Optimized:
        """Return a function with each block replaced by the cheapest equal one found, and its record.

        Raises:
            Unsupported, NoChoice, SaturationFailed, TooLarge: the function must stay unchanged.
        """
        whole = divided(function)
        blocks = whole.regions[0].blocks
        if len(blocks) == 1:
            return self.optimize_block(function)
        if whole is not function:
            return self.optimize_parts(function, whole)
        wholes = [alone(function, block) for block in blocks]
        found = [self.attempted(self.optimize_block, whole) for whole in wholes]
        known = together([record for _, record in found])
        if all(new is whole for (new, _), whole in zip(found, wholes, strict=True)):
            return function, known
        return self.proved(function, put_back(function, {b: part for b, (part, _) in zip(blocks, found, strict=True)}), known)

    def optimize_parts(self, function: Op, whole: Op) -> Optimized:
        """Return a function with each of its parts replaced by the cheapest equal one found, and its record.

        Each part is proved equal, so that nothing is proved of the whole. The limits are those of all parts together.
        """
        blocks = whole.regions[0].blocks
        work, seconds = self.options.work_limit // len(blocks), self.options.time_limit / len(blocks)
        options = replace(self.options, work_limit=work, time_limit=seconds)
        task = type(self)(self.module, options, self.clock, self.text)
        parts = [alone(whole, block) for block in blocks]
        found = [task.attempted(task.optimize_block, part) for part in parts]
        known = together([record for _, record in found])
        if all(new is part for (new, _), part in zip(found, parts, strict=True)):
            return function, known
        return joined(put_back(whole, {b: new for b, (new, _) in zip(blocks, found, strict=True)})), known

    def optimize_block(self, function: Op) -> Optimized:
        """Return the cheapest function found that is equal to one of a single block, and its record.

        Raises:
            Unsupported, NoChoice, SaturationFailed, TooLarge: the function must stay unchanged.
        """
        found = self.search(function)
        assert found is not None
        program, graph, best = found.program, found.graph, found.choice
        least = margin(self.options.model)
        options = self.options if self.options.min_gain is not None else replace(self.options, min_gain=least)
        stays, record = judged(
            function, options, best.input_cost, best.cost, bound=best.lower_bound, optimal=best.optimal,
            stopped_by=best.stopped_by, ops=len(program.terms), classes=len(graph.nodes), nodes=sum(map(len, graph.nodes.values())),
            remark=miscompiled(program),
        )  # fmt: skip
        return (function, record) if stays else self.proved(function, self.clock("decode", self.elaborate, found), record)

    def proved(self, function: Op, new: Op, record: FunctionResult) -> Optimized:
        """Return a new function and its record if it is proved equal to the old one, else the old one."""
        if self.clock("check", holds, function, new):
            return new, record
        return function, unchanged(function, DIFFERS, "check", record.cost_before)

    def failed(self, function: Op, error: Exception) -> FunctionResult:
        if isinstance(error, NoChoice):
            return unchanged(function, str(error), error.stopped_by or "unsupported")
        return super().failed(function, error)

    def confirmed(self, new: Module, records: list[FunctionResult]) -> tuple[Module, list[FunctionResult]]:
        if self.options.measure:
            new, records = self.against_model(new, records)
            return timed(self.module, new, records, self.options, self.text, rewriting(self.options))
        return self.against_model(new, records)

    def against_model(self, new: Module, records: list[FunctionResult]) -> tuple[Module, list[FunctionResult]]:
        """Return the new module if IREE generates code for it and its schedule of it costs less, else the original."""
        if new is self.module:
            return new, records
        said = f"not confirmed: {'IREE is not installed' if self.options.check else 'IREE was not asked'}"
        if self.options.check and available():
            said, target = f"compiled by IREE for {self.options.target}", self.options.target
            new, records = confirmed(self.module, new, records, self.options, target)
        if self.options.start == "iree":
            said += f", with --compile-from={FORMED}"
        if new is self.module and self.options.start == "input" and not self.only_repeats:
            return self.narrowed(new, records)
        return new, records if new is self.module else [replace(record, confirmation=said) for record in records]

    def narrowed(self, new: Module, records: list[FunctionResult]) -> tuple[Module, list[FunctionResult]]:
        """Return the module with nothing rewritten but products of repeated tensors, where the cheapest choice is not confirmed."""
        if not any(read_through(block.ops) for f in self.functions() for region in f.regions for block in region.blocks):
            return new, records
        task = RepeatsTask(self.module, self.options, self.clock, self.text)
        made, found = task.against_model(*task.every_function())
        if made is self.module:
            return new, records
        note = "only products of repeated tensors are rewritten, and costs are those of these and of what they read"
        return made, [replace(record, lower_bound=0.0, optimal=False, remark=record.remark or note) for record in found]

    def headline(self, records: Sequence[FunctionResult]) -> str:
        return "; ".join(dict.fromkeys(record.confirmation for record in records if record.confirmation))


class RepeatsTask(RegionTask):
    """A module of tensor programs in which nothing is rewritten but products of repeated tensors."""

    only_repeats = True


def together(records: list[FunctionResult]) -> FunctionResult:
    """Return the record of a function from the records of its blocks. Each block counts once."""
    stops = [record.stopped_by for record in records if record.stopped_by]
    remarks = dict.fromkeys(record.remark for record in records if record.remark)
    sums: dict[str, Any] = {name: added(getattr(record, name) for record in records) for name in SUMS}
    return replace(
        records[0],
        optimal=all(record.optimal for record in records),
        stopped_by=next((stop for stop in ("error", "check", *stops) if stop in stops), ""),
        remark="; ".join(remarks),
        **sums,
    )


def miscompiled(program: Program) -> str:
    """Return the remark on IREE 3.13's wrong code for an insertion into a fill that is inserted into such a fill
    (FusionPreprocessing.cpp:124, :137).

    `MISCOMPILED`, `NOT_COMPILED` or an empty string.
    """
    terms, areas = list(program.terms), list(program.names.areas)

    def into_fill(n: int) -> bool:
        return terms[n][0] == "insert" and terms[int(terms[n][3])][0] == "splat"

    def strided(n: int) -> bool:
        return any(axis.stride != 1 for axis in areas[int(terms[n][1])][0])

    for n, term in enumerate(terms):
        if not into_fill(n):
            continue
        inner = int(term[2])
        if terms[inner][0] == "work" and program.computations[int(terms[inner][1])].name in VIEWS:
            inner = int(terms[int(terms[inner][3])][1])  # the operand of the insertion has fewer dimensions
        if into_fill(inner) and terms[int(term[3])][1] == terms[int(terms[inner][3])][1]:
            if len(program.shape[inner]) != len(program.shape[n]):
                return NOT_COMPILED
            if strided(inner) and not strided(n):
                return MISCOMPILED
    return ""


def holds(function: Op, new: Op) -> bool:
    """Return whether the new function, written and read again, is equal to the old one."""
    return same(function, again(new))


def confirmed(
    module: Module, new: Module, records: list[FunctionResult], chosen: RegionOptions, target: Target
) -> tuple[Module, list[FunctionResult]]:
    """Return the new module if IREE generates code for it and its schedule is cheaper than the input's, else the input with a remark.

    If IREE generates no code for the input either, the remark says so.
    """
    old_text, new_text = write(module), write(new)
    broken, onward = "", replace(target, phase=FORMED if chosen.start == "iree" else "")
    try:
        if wrong := compile_error(new_text, onward):
            broken = compile_error(old_text, target)
            why = f"IREE makes no code for {target} of the {'input' if broken else 'result'}: {broken or wrong}"
            return module, [withdrawn(record, why, "confirm") for record in records]
        made = schedule_of(new_text, chosen.assume_dim, onward)
        after = price(chosen.model, made)
    except IreeError as error:
        return module, [withdrawn(record, str(error), "confirm") for record in records]
    try:
        given = schedule_of(old_text, chosen.assume_dim, target)
        before = price(chosen.model, given)
    except LimitError as error:
        return module, [withdrawn(record, str(error), "confirm") for record in records]
    except IreeError as error:
        return new, [replace(record, remark=record.remark or f"IREE does not compile the input: {error}") for record in records]
    if unknown(chosen.model, made) != unknown(chosen.model, given):
        reason = f"IREE changes what the cost model {chosen.model.name!r} cannot price"
        return module, [withdrawn(record, reason, "confirm") for record in records]
    if after > before * (1.0 - max(GAIN, margin(chosen.model))) and not any(record.remark == MISCOMPILED for record in records):
        reason = f"by IREE's own schedule it would cost {worded(after)} {chosen.model.unit} instead of {worded(before)}"
        if worded(after) == worded(before):
            reason = "IREE finds a schedule as cheap by itself"
        return module, [withdrawn(record, reason, "confirm") for record in records]
    return new, records


def choices(module: Module, text: str, options: RegionOptions) -> list[Module]:
    """Return other modules that are proved equal: the cheapest choice, and the one with nothing rewritten but products of repeated
    tensors. IREE has confirmed none of them.
    """
    made = (kind(module, options, Clock(), text).every_function()[0] for kind in (RegionTask, RepeatsTask))
    found = dict.fromkeys(write(new) for new in made)
    return [read_printed(written) for written in found if written != write(module)]


def rewriting(options: RegionOptions) -> Rewrite:
    """Return the function that gives the e-graph's choice of IREE's program after it has formed dispatches, for any program and target."""

    def rewritten(text: str, target: Target) -> Module | None:
        try:
            begun = formed(text, target)
        except IreeError:
            return None
        if unpredicted(text, begun, options.assume_dim, target):
            return None
        new, _ = RegionTask(begun, replace(options, start="iree", measure=False), Clock()).every_function()
        return None if write(new) == write(begun) else new

    return rewritten

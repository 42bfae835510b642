"""Task of the `vector-layout` family: make IREE's layouts explicit, search for better ones, analyse the result by IREE, and validate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from egraph_opt.checker import Outcome, Verdict, check
from egraph_opt.checker.operations.op_structure import structure
from egraph_opt.core.acceptance.validation import validate
from egraph_opt.core.gain_threshold import GAIN
from egraph_opt.core.observers import tell
from egraph_opt.core.result import FunctionResult, conversions, format_cost, unchanged_record
from egraph_opt.core.task import Clock, Optimized, Rewritten
from egraph_opt.cost import evaluate
from egraph_opt.errors import Unsupported
from egraph_opt.families.layout.acceptance import ROUNDING, SelectionProof, proof
from egraph_opt.families.layout.choice.candidate_layouts import reasons
from egraph_opt.families.layout.optimize import FunctionBody, LayoutSearch
from egraph_opt.families.vector.cost import VectorCost, cost_model
from egraph_opt.families.vector.iree_analysis import distribution_error, explicit, mark_anchors, without_marks
from egraph_opt.families.vector.layout_ir import Spelling, lay, lift
from egraph_opt.families.vector.options import VectorOptions
from egraph_opt.families.vector.outlining import body, grids, put_back, shell
from egraph_opt.families.vector.vector_layouts import anchored_ops, assign
from egraph_opt.ir.module import InputError, Module, Op, symbol_name
from egraph_opt.iree.program import read_any, with_surroundings
from egraph_opt.iree.tool_process import IreeError, available
from egraph_opt.text import read, write

NOT_PROVED = "left unchanged: it was not proved equal"
THREADS = 128
"""Assumed threads of a workgroup. They only decide which loads count as small, since layouts come from the input."""


class VectorTask(LayoutSearch[VectorOptions]):
    """Task on a module of vector programs. `start` is the output of IREE's layout analysis, and `reached` our best module so far."""

    each_alone = True

    def __init__(self, module: Module, options: VectorOptions, clock: Clock, text: str = "") -> None:
        super().__init__(module, options, clock, text)
        self.refused = ""
        """Reason why IREE's analysis fails on the module."""
        try:
            own = write(module)
            self.start = with_surroundings(explicit(own if options.move_anchors else mark_anchors(own)), text)
        except IreeError as error:
            if not available():
                raise InputError(str(error), filename=module.filename) from None
            self.start, self.refused = module, f"IREE's analysis of layouts fails: {error}"
        self.reached, self.grid = self.start, 0
        self.known = SelectionProof()
        """Proved claim of optimality of the emitted selection."""

    @staticmethod
    def read(text: str, filename: str, line: int) -> Module:
        return read_any(text, filename, line)

    def module_alternatives(self) -> Iterator[Rewritten]:
        _, records = self.optimize_functions()
        yield (self.module if self.reached is self.start else read(without_marks(write(self.reached)))), records

    def functions(self) -> Sequence[Op]:
        return self.start.functions()

    def optimize(self, function: Op) -> Optimized:
        """Optimise the grids of workgroups of a function in turn; IREE analyses the whole function after each change."""
        if self.refused:
            return function, unchanged_record(function, self.refused, "unsupported")
        name, start, found = symbol_name(function), self.reached, None
        for self.grid in range(max(1, len(grids(function)))):
            if self.grid and self.reached is not start:
                function = function_named(explicit(write(self.reached)), name)
            _, record = self.contain_failure(self.optimize_unit, function)
            found = record if found is None else together(found, record)
        assert found is not None
        return function_named(self.reached, name), found

    def accept_unit(self, unit: Op, new: Op, record: FunctionResult) -> Optimized:
        """Change one grid of a function, if IREE's analysis finds the change cheaper and the result is proved equal."""
        trial = self.reached.replace_functions({function_named(self.reached, symbol_name(unit)): new})
        with self.clock.stage("check"):
            after, remark = accept_trial(self.module, unit, trial, record.cost_before, self.options)
        if after is not None:
            self.reached, (cost, converts) = trial, after
            return new, claim_saving(
                replace(record, cost_after=cost, converts_after=converts, changes=self.known.changes), self.known
            )
        if not remark:
            return unit, claim_saving(record, self.known)
        stop = "check" if remark.startswith(NOT_PROVED) else record.stopped_by
        return unit, replace(record, remark=remark, optimal=False, lower_bound=0.0, stopped_by=stop)

    def prove(self, before: Module, after: Module) -> Verdict:
        return prove_equal(before, after)

    def alternatives(self, unit: Op) -> Iterator[Optimized]:
        """Yield the function with the cheapest layouts, first with as few `to_layout` as possible, then with more.

        If nothing can be chosen, yield the function itself. The record has the costs of the input, and no lower bound yet.

        Raises:
            Unsupported, SaturationFailed: the function must stay unchanged.
        """
        layouts = assign(unit)
        before, converts, _ = price(unit, self.options.model)
        record = replace(unchanged_record(unit, "", "", before), converts_before=converts, converts_after=converts, remark="")
        spelling = Spelling(unit, layouts)
        found = self.search(FunctionBody(lay(body(unit, self.grid), layouts, spelling), THREADS))
        if found is None:
            nothing = before == 0.0
            yield (
                unit,
                claim_saving(replace(record, optimal=nothing), SelectionProof(0.0, nothing) if nothing else SelectionProof()),
            )
            return
        posed, best = found.choice.posed, found.choice.best
        with self.clock.stage("decode"):
            new = self.elaborate(found)
        tell("decode", new)
        dropped, stopped_by = reasons(found.program.encoding, found.program.layouts), found.graph.stopped_by or best.stopped_by
        sizes = posed.problem.class_count, len(posed.nodes)
        record = replace(record, classes=sizes[0], nodes=sizes[1], stopped_by=stopped_by, dropped=dropped)
        self.known = proof(posed, best, not found.graph.stopped_by)
        for pin_made in (False, True):
            yield put_back(unit, lift(new, spelling, pin_made), self.grid), record

    def headline(self, records: Sequence[FunctionResult]) -> str:
        return conversions(records)


def function_named(module: Module, name: str) -> Op:
    return next(f for f in module.functions() if symbol_name(f) == name)


def price(function: Op, model: VectorCost) -> tuple[float, int, int]:
    """Return a function's cost, its number of conversions through shared memory, and how many of these are in loops.

    Conversions must be explicit.

    Raises:
        Unsupported: the layouts are inconsistent.
    """
    laid = lay(function, assign(function))
    total = evaluate(laid, model)
    counted = evaluate(laid, cost_model("converts"))
    return total.cost, round(counted.cost), counted.converts_in_loops


def claim_saving(record: FunctionResult, known: SelectionProof) -> FunctionResult:
    """Add the lower bound proved by extraction to `record`, if IREE's analysis confirms the saving that extraction predicts."""
    before, after = record.cost_before, record.cost_after
    if before - after < known.saved - ROUNDING * before:
        return record
    return replace(record, lower_bound=max(0.0, after - known.gap), optimal=known.optimal and not record.stopped_by)


def together(first: FunctionResult, second: FunctionResult) -> FunctionResult:
    """Combine two records of one function, whose grids of workgroups were optimised one after the other."""
    gap = first.cost_after - first.lower_bound
    stopped_by = first.stopped_by or second.stopped_by
    return replace(
        second, cost_before=first.cost_before, converts_before=first.converts_before, optimal=first.optimal and second.optimal,
        lower_bound=max(0.0, second.lower_bound - gap), stopped_by=stopped_by, changes=first.changes + second.changes,
        dropped=tuple(dict.fromkeys((*first.dropped, *second.dropped))), classes=first.classes + second.classes,
        nodes=first.nodes + second.nodes,
        remark="; ".join(dict.fromkeys(filter(None, (first.remark, second.remark)))),
    )  # fmt: skip


def accept_trial(
    module: Module, old: Op, trial: Module, before: float, chosen: VectorOptions
) -> tuple[tuple[float, int] | None, str]:
    """Check the rewritten module `trial`: after IREE's analysis it must be cheaper, and it must be proved equal to `module`.

    `old` is the function that `trial` rewrites, after IREE's analysis of the original.

    Returns:
        Cost and number of conversions if `trial` is accepted, else None; and the reason for a rejection, or ''.
    """
    text = write(trial)
    try:
        new = function_named(explicit(text), symbol_name(old))
        cost, converts, _ = price(new, chosen.model)
        kept = [anchored_ops(f, assign(f), chosen.move_stores) for f in (old, new)]
    except (IreeError, Unsupported) as error:
        return None, f"left unchanged: IREE does not take the result: {error}"
    would = f"left unchanged: IREE would make it cost {format_cost(cost)} {chosen.unit}, not {format_cost(before)}"
    if cost >= before * (1.0 - GAIN):
        return None, would if cost > before else ""
    if cost > before * (1.0 - (chosen.min_gain or 0.0)):
        return None, f"{would}: less is saved than asked for"
    if not kept[1] <= kept[0]:
        return None, f"left unchanged: IREE would give {next(iter(kept[1] - kept[0]))[0]} another layout"
    text = without_marks(text)
    if chosen.check:
        verdict, _ = validate(module, trial, lambda new: without_marks(write(new)), read, prove_equal)
        if not verdict.equal:
            return None, f"{NOT_PROVED}: {verdict}"
    try:
        if (wrong := distribution_error(text)) and not distribution_error(write(module)):
            return None, f"left unchanged: IREE gives threads no part of the result, as it does of the input: {wrong}"
    except IreeError as error:
        return None, f"left unchanged: {error}"
    return (cost, converts), ""


def prove_equal(before: Module, after: Module) -> Verdict:
    """Return whether two programs are equal: identical operations around grids of workgroups, and bodies that `check` proves equal."""
    olds, news = before.functions(), after.functions()
    for old, new in zip(olds, news, strict=True):
        if structure(shell(old), before.aliases) != structure(shell(new), after.aliases):
            return Verdict(Outcome.NOT_PROVED, "what stands around the workgroups differs", symbol_name(old), old.line, new.line)
        if len(grids(old)) != len(grids(new)):
            return Verdict(Outcome.NOT_PROVED, "another number of grids", symbol_name(old), old.line, new.line)
    verdict = Verdict(Outcome.EQUAL, "")
    for grid in range(max([1, *(len(grids(f)) for f in olds)])):
        first, second = (module.replace_functions({f: body(f, grid) for f in module.functions()}) for module in (before, after))
        verdict = check(first, second, strict=True)
        if not verdict.equal:
            return verdict
    return verdict

"""Assembly of the sections of a report about layouts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from egraph_opt.baseline import libtriton
from egraph_opt.core.family import expect, families
from egraph_opt.core.pipeline import join_results, optimize_module
from egraph_opt.core.result import Result
from egraph_opt.core.task import Clock
from egraph_opt.cost import CostModel
from egraph_opt.cost.target import Target
from egraph_opt.families.layout.choice.saturate import language
from egraph_opt.families.layout.optimize import LayoutTask, Searched
from egraph_opt.families.layout.options import Options
from egraph_opt.families.layout.report.alternative_costs import price_alternative, rank_alternatives
from egraph_opt.families.layout.report.code_counts import machine, reason
from egraph_opt.families.layout.report.evidence import PROOF_BASIS, PROOF_LIMIT, used_rules
from egraph_opt.families.layout.report.layout_drawings import ReportLayouts
from egraph_opt.families.layout.report.line_costs import in_our_words, side, sources
from egraph_opt.families.layout.report.loop_comparison import loops
from egraph_opt.families.layout.report.remaining_conversions import remaining_conversions
from egraph_opt.families.layout.report.search_stats import SearchStats
from egraph_opt.families.layout.report.value_table import stories
from egraph_opt.ir.module import Module, Op
from egraph_opt.machine.prediction import processor_of
from egraph_opt.process.fork_safety import run_fork_safe
from egraph_opt.reports.report_builder import ReportScope, verdict
from egraph_opt.reports.report_data import Diff, FamilyAdditions, LoopRecord, PriceCounts, ProgramSide, RemainingConversion, Value
from egraph_opt.text import read, split
from egraph_opt.text.difference.changes import changes
from egraph_opt.text.difference.line_diff import rows
from egraph_opt.text.program_input import expect_some

NO_TRITON = "Triton is not installed: no result of Triton's own pass, and no machine code (pip install -e '.[triton]' in a clone)"


@dataclass(eq=False)
class Chunk:
    """One module of the input text, with the optimised module and the searches."""

    text: str
    task: LayoutTask
    result: Result
    searched: list[Searched]

    @property
    def model(self) -> CostModel:
        model: CostModel = self.task.options.model
        return model


@run_fork_safe()
def parts(text: str, filename: str, options: Options, want: ReportScope) -> tuple[Result, FamilyAdditions]:
    """Return the result for a text and its report sections. Raises InputError, CostModelError, OptionError."""
    chunks = []
    for chunk, line in split(text):
        expect(options.family, chunk, filename, line)
        task = (want.task or LayoutTask)(LayoutTask.read(chunk, filename, line), options, Clock(), chunk)
        task.searched = searched = list[Searched]()
        chunks.append(Chunk(chunk, task, optimize_module(task), searched))
    expect_some(sum(len(chunk.result.functions) for chunk in chunks), filename)
    result = join_results(text, chunks[-1].task, [chunk.result for chunk in chunks])
    model = chunks[0].model
    shown = want.changed or result.ir
    titles = ("Input", "Result") if want.ruling is None else ("Triton's program", _title(want, shown != text))
    sides = [side("input", titles[0], text, filename, model), side("result", titles[1], shown, filename, model)]
    others, missing = [_theirs(chunks, filename, model)] if want.others and libtriton.available() else [], list[str]()
    if not libtriton.available():
        missing.append(NO_TRITON)
    layouts = ReportLayouts()
    values, prices, remaining = _values(chunks, filename, layouts, want)
    missing += _missing(others, values, options)
    compiled = [each for each in (*sides, *others) if not each.missing]
    codes = machine(compiled, _chip(chunks[0].task.module)) if want.machine and libtriton.available() else []
    diffs = [Diff("input", each.name, rows(sides[0].lines, each.lines)) for each in (sides[1], *others) if not each.missing]
    changed = shown != text
    said = verdict(families()["layout"], changed, bool(result.rejected), options.check)
    if changed and options.check and not result.rejected:
        said += f" {PROOF_LIMIT} {PROOF_BASIS}" if options.reassociate else f" {PROOF_BASIS}"
    places = sources(compiled)
    if want.ruling is None and libtriton.available():
        missing.append(
            "Triton's plug-in searches with other settings: --as-plugin reports what it does with this kernel, and why."
        )
    if not places:
        missing.append(
            "The program has no source locations, so costs are shown by its own lines, not by those of the user's source."
        )
    return result, FamilyAdditions(
        [*sides, *others], diffs, values, layouts.entries, layouts.drawings, codes, used_rules(values, options), said, places, [], missing,
        prices, changes(text, shown) if changed else "", _loops(text, shown, filename, layouts) if changed else [],
        remaining,
    )  # fmt: skip


def _loops(before: str, after: str, filename: str, layouts: ReportLayouts) -> list[LoopRecord]:
    old, new = ([f for chunk, line in split(text) for f in read(chunk, filename, line).functions()] for text in (before, after))
    return loops(old, new, layouts)


def _title(want: ReportScope, changed: bool) -> str:
    return "The plug-in's program" if want.changed else "Our best program, not used" if changed else "Our best program: the same"


def _chip(module: Module) -> Target | None:
    return processor_of(module.op.attributes.get("ttg.target", "").strip('"'))


def _theirs(chunks: Sequence[Chunk], filename: str, model: CostModel) -> ProgramSide:
    title = "Triton's pass"
    answers = libtriton.ask("greedy", [chunk.text for chunk in chunks])
    if errors := [answer.error for answer in answers if answer.text is None]:
        return ProgramSide("triton", title, missing=f"Triton's own pass failed: {reason(errors[0])}")
    texts = [in_our_words(chunk.text, str(answer.text), filename) for chunk, answer in zip(chunks, answers, strict=True)]
    return side("triton", title, "// -----\n".join(texts), filename, model)


def _values(
    chunks: Sequence[Chunk], filename: str, layouts: ReportLayouts, want: ReportScope
) -> tuple[list[Value], PriceCounts, list[RemainingConversion]]:
    """Return entries for the values of all functions, the number of alternatives that were priced, and conversions that stay.

    All functions share the limit on the number of prices.
    """
    found, most, known, remaining = list[Value](), want.alternatives, 0, list[RemainingConversion]()
    new = [read(text, filename, line) for text, line in split("// -----\n".join(chunk.result.ir for chunk in chunks))]
    for chunk in chunks:
        layouts.know(chunk.task.module.aliases)
    for chunk, module in zip(chunks, new, strict=True):
        layouts.know(module.aliases)
        rules = language(chunk.task.books, chunk.task.options.own).rules
        for old, after in zip(chunk.task.module.functions(), module.functions(), strict=True):
            search = _search_of(old, chunk.searched)
            kept = old if _shape(old) == _shape(after) else after
            every = (
                rank_alternatives(search, want.value)
                if search and (kept is after or search.selected_nodes <= search.input_nodes)
                else []
            )
            keys, known = every[: max(0, most)], known + len(every)
            prices = {key: price_alternative(search, key, chunk.task.options) for key in keys if search}
            most -= len(keys)
            found += stories(old, kept, search, rules, layouts, prices)
            remaining += remaining_conversions(search, kept is after) if search else []
    return found, PriceCounts(want.alternatives - most, known), remaining


def _search_of(function: Op, searched: Sequence[Searched]) -> SearchStats | None:
    results = {value for op in function.walk() for value in op.results}
    fitting = [each for each in searched if each.program.encoding.term.keys() & results]
    return SearchStats(max(fitting, key=lambda each: len(each.program.encoding.term))) if fitting else None


def _shape(function: Op) -> list[tuple[str, tuple[str, ...], tuple[tuple[str, str], ...]]]:
    """Return a key of a function's operations, operands and result types, to detect changes."""
    return [(op.name, tuple(v.name for v in op.operands), tuple((v.name, v.type) for v in op.results)) for op in function.walk()]


def _missing(others: Sequence[ProgramSide], values: Sequence[Value], options: Options) -> list[str]:
    """Return a line with the reason for each missing part of the report."""
    found = [f"{side.title}: {side.missing}" for side in others if side.missing]
    if options.seed_with:
        found.append("A search that starts from Triton's result too: choices are explained from the input alone")
    if any(value.state == "changed" and not value.chains for value in values) and options.seed_with:
        found.append("Some values changed by no rule: they are as Triton's pass left them")
    return found

"""Text of a report for a terminal: changes with reasons, or all details of one value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from egraph_opt.core.options import Options
from egraph_opt.core.output.table import print_table, wrap_line
from egraph_opt.core.result import count_noun, format_cost
from egraph_opt.reports.number_format import number
from egraph_opt.reports.python_lines import line_at
from egraph_opt.reports.report_data import Alternative, Chain, LoopRecord, PriceCounts, RemainingConversion, Report, Value

Table = tuple[tuple[str, ...], list[tuple[str, ...]]]
"""Headings and rows of a table."""
MOST, FEW = 0.95, 3
"""Fraction of the whole saving that the values shown must account for; number of values shown if no saving is known."""
COLUMNS = ("layout", "computed, {unit}", "or converted, {unit}", "whole program, {unit}")


PLUG_IN = "Triton's plug-in searches with other settings: --as-plugin shows what it does with this kernel, and why."


def show(report: Report, name: str = "", terms: bool = False, every: bool = False) -> None:
    """Print a report; the arguments are those of `report_lines`."""
    for part in report_lines(report, name, terms, every):
        if isinstance(part, str):
            print(wrap_line(part))
        else:
            print_table(*part)


def report_lines(report: Report, name: str = "", terms: bool = False, every: bool = False) -> Iterator[str | Table]:
    """Yield the lines and tables of a report, on one value or on the changes that save most.

    Args:
        report: the report.
        name: name of the value to describe, or empty.
        terms: also print the terms of each application of a rule.
        every: print all changes instead of the most important ones.
    """
    yield from _head(report)
    if not name:
        yield from filter(None, (report.parts.change and f"  {report.parts.change}", *stays(report)))
        yield from (f"  {describe_loop(loop)}" for loop in report.parts.loops)
        yield from (f"  {describe_remaining(each, report.unit)}" for each in report.parts.remaining)
    values = [value for value in report.parts.values if not name or is_about(value, name)]
    values.sort(key=saving_of_value, reverse=True)
    changed = [value for value in values if value.state == "changed"]
    shown = values if name else changed if every else changed[: count_most_important(changed)]
    for value in shown:
        yield from _value(report, value, bool(name), terms)
    if not name and (rest := changed[len(shown) :]):
        yield from ("", _left_out(rest))
    prices = report.parts.prices
    if prices is not None and prices.known and any(value.alternatives for value in values):
        yield from ("", _describe_prices(prices))
    accesses = [access for access in report.parts.accesses if not name or _base(access.value) == _base(name)]
    for access in accesses:
        yield f"  line {access.line}: {access.value}: {access.said}"
    if name and not values and not accesses:
        yield f"{name}: it has no layout, so there is nothing to choose for it: it is not a tensor with a layout"
    if not name and report.parts.values and not any(value.state == "changed" for value in values):
        yield "no value is held in another layout than before"
    if not name and report.parts.values:
        yield ""
        yield from _others(report.parts.values)
        if report.ruling is None and report.family == "layout":
            yield PLUG_IN


def count_most_important(values: Sequence[Value]) -> int:
    """Return how many of the first values account for the fraction `MOST` of the saving, or `FEW` if no saving is known."""
    whole, so_far = sum(map(saving_of_value, values)), 0.0
    if not whole:
        return FEW
    for count, value in enumerate(values, 1):
        so_far += saving_of_value(value)
        if so_far >= MOST * whole:
            return count
    return len(values)


def _left_out(values: Sequence[Value]) -> str:
    unknown = [value for value in values if not any(way.written and way.more is not None for way in value.alternatives)]
    why = f"for less than {1 - MOST:.0%} of the saving" if len(unknown) < len(values) else "without a price"
    why += ", or without a price" if 0 < len(unknown) < len(values) else ""
    return f"{count_noun(len(values), 'more value')} changed, {why}: --all shows {'it' if len(values) == 1 else 'them'}"


def _head(report: Report) -> Iterator[str]:
    """Yield the decision of the Triton plug-in, if the report is on the plug-in, and the cost of each function."""
    if report.ruling is not None:
        yield str(report.ruling)
        if report.ruling.outcome != "changed" and report.parts.change:
            yield "What follows is about our best program, which is not used."
    for function in report.functions:
        yield _function(report, function)


def describe_loop(loop: LoopRecord) -> str:
    """Return a sentence on a changed loop: elements converted per iteration, and layouts of loop-carried values."""
    carried = ", ".join(f"{value.name} in {value.after} instead of {value.before}" for value in loop.carried)
    if loop.before == loop.after:
        return f"The loop at line {loop.line} carries {carried}"
    said = f"Converted in the loop at line {loop.line}: {loop.before:,} -> {loop.after:,} element{'s' * (loop.after != 1)} per iteration"
    return f"{said}; it carries {carried}" if carried else said


def describe_remaining(conversion: RemainingConversion, unit: str) -> str:
    """Return a sentence on a conversion that stays: its cost, and what fixes the layouts before and after it."""
    before, after = (
        " and ".join(fixed) or "other layouts, at a higher cost" for fixed in (conversion.sources, conversion.targets)
    )
    cost = f"{number(conversion.cost)} {unit}, {conversion.kind.replace('_', ' ')}"
    return f"The conversion of {conversion.value} (line {conversion.line}; {cost}) stays between {before} and {after}"


def saving_of_value(value: Value) -> float:
    """Return the cost that the program saves by the value's new layout, or 0 if unknown."""
    return max((way.more for way in value.alternatives if way.written and way.more is not None), default=0.0)


def stays(report: Report) -> Iterator[str]:
    """Yield why functions stay unchanged, unless a remark on the function says so already."""
    for function in report.functions:
        same = report.unit and function["cost_after"] == function["cost_before"]
        if same and not report.parts.change and not function.get("remark"):
            proved = function.get("optimal")
            why = "no equal program in the search space costs less" if proved else "nothing cheaper was found"
            yield f"@{function['name']} stays as it is: {'nothing to gain: ' if proved else ''}{why}"


def is_about(value: Value, name: str) -> bool:
    """Return whether a value is named `name` in input or result; `%5` is also the name of all results of `%5:2`."""
    return any(name in (known, _base(known)) for known, _ in (*value.before, *value.after))


def _base(name: str) -> str:
    return name.partition("#")[0]


def _function(report: Report, function: dict[str, Any]) -> str:
    parts = [f"@{function['name']}"]
    if report.unit:
        before, after = function["cost_before"], function["cost_after"]
        claim = ", stopped by ".join(str(part) for part in (function["state"], function.get("stopped_by")) if part)
        parts.append(f"{format_cost(before)} -> {format_cost(after)} {report.unit} ({claim})")
    if function["converts_before"] or function["converts_after"]:
        parts.append(f"{function['converts_before']} -> {function['converts_after']} conversions")
    return f"{parts[0]}: {', '.join(parts[1:])}" if len(parts) > 1 else parts[0]


def _value(report: Report, value: Value, all_of_it: bool, terms: bool) -> Iterator[str | Table]:
    lines = ", ".join(map(str, value.lines_before))
    yield ""
    yield f"{value.name}: {value.type} (line {lines})"
    for place in dict.fromkeys(places_of(report, value)):
        if text := line_at(place):
            yield f"  {Path(place).name}: {text}"
    yield f"  {value.what}"
    rules = dict.fromkeys(step.rule for chain in value.chains for step in chain.steps)
    if rules:
        yield f"  by {', '.join(rules)}"
    elif value.state == "changed":
        yield "  by no rule of its own: what uses it changed"
    if all_of_it:
        yield from (f"    {rule.name}: {rule.doc}" for rule in report.parts.rules if rule.name in rules)
        if terms:
            for chain in value.chains:
                yield from _chain(chain)
        elif rules:
            yield "  (--terms shows each step)"
    ways = [a for a in value.alternatives if all_of_it or a.written or a.chosen or a.conversion_chosen or a.more is not None]
    if len(ways) > 1 or (all_of_it and ways):
        yield tuple(name.format(unit=report.unit) for name in COLUMNS), [_way(report, way) for way in ways]


def places_of(report: Report, value: Value) -> Iterator[str]:
    """Yield the lines of the user's source that define a value."""
    side = report.side("input")
    for op in side.operations if side is not None else ():
        if op.line in value.lines_before and op.source:
            yield op.source


def _chain(chain: Chain) -> Iterator[str]:
    yield f"  {chain.value}: {chain.given} became {chain.chosen}"
    for step in chain.steps:
        sides = (step.before, step.after) if step.forward else (step.after, step.before)
        yield f"    {step.rule}{'' if step.forward else ', from right to left'}: {sides[0]} = {sides[1]}"


def _way(report: Report, way: Alternative) -> tuple[str, ...]:
    layouts = report.parts.layouts
    how = {"chosen: computed": way.chosen, "chosen: converted": way.conversion_chosen and not way.chosen}
    marks = [mark for mark, on in ({"input": way.written} | how).items() if on]
    converted = ""
    if way.converted is not None:
        source = layouts[way.converted[0]].name if way.converted[0] >= 0 else "shared memory"
        converted = f"{number(way.converted[1])} from {source}"
    more = "–" if way.chosen or not way.operation else "not priced"
    if way.impossible or way.more is not None:
        more = "not possible" if way.more is None else f"{'' if way.exact else 'at most '}+{number(way.more)}"
    layout = f"  {layouts[way.layout].name}" + f" ({', '.join(marks)})" * bool(marks)
    return layout, f"{number(way.cost)} by {way.operation}" if way.operation else "", converted, more


def _describe_prices(prices: PriceCounts) -> str:
    """Return a sentence on how many alternative layouts were priced for the whole program, and how to price more."""
    if prices.found < prices.known:
        if prices.found:
            priced = f"{count_noun(prices.found, 'alternative')} of {prices.known} {'was' if prices.found == 1 else 'were'}"
        else:
            priced = f"None of the {prices.known} alternatives was" if prices.known > 1 else "The only alternative was not"
        return f"{priced} priced for the whole program; --alternatives N prices more"
    return f"{count_noun(prices.found, 'alternative')} could be priced for the whole program"


STATE_TEXTS = {
    "merged": ("is held in the same layouts, but not as often", "are held in the same layouts, but not as often"),
    "unchanged": ("stayed as it was, though there were other layouts", "stayed as they were, though there were other layouts"),
    "fixed": ("had no other layout to choose", "had no other layout to choose"),
    "unknown": ("was not searched", "were not searched"),
}
"""Predicates of sentences about SSA values, by state (`report_data.State`): in the singular, in the plural."""


def _others(values: Sequence[Value]) -> Iterator[str]:
    for state, (one, many) in STATE_TEXTS.items():
        if names := [value.name for value in values if value.state == state]:
            shown = ", ".join(names[:6]) + (" ..." if len(names) > 6 else "")
            yield f"{count_noun(len(names), 'value')} {one if len(names) == 1 else many}: {shown}"


class Explanations(list[Any]):
    """Explanations of a program's changes, one per function; their text is computed when it is printed.

    Args:
        found: the explanations.
        source: the program.
        filename: file name of the program.
        options: options of the rule family.
    """

    def __init__(self, found: Iterable[Any], source: str, filename: str, options: Options) -> None:
        super().__init__(found)
        self.source, self.filename, self.options = source, filename, options

    def __repr__(self) -> str:
        each = (f"@{one.record.name}: {count_noun(len(one.choices), 'choice')}" for one in self)
        return f"<Explanations {', '.join(each)}>"

    def __str__(self) -> str:
        from egraph_opt.reports.report_builder import ReportScope, build

        into = StringIO()
        with redirect_stdout(into):
            show(build(self.source, self.filename, self.options, ReportScope(machine=False, others=False)))
        return "\n".join(line.rstrip() for line in into.getvalue().splitlines())

"""Table of values in a report: layouts before and after, the rules that led to changes, and alternatives in the e-graph."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from egraph_opt.checker import Unmodelled, same_values
from egraph_opt.core.result import count_noun
from egraph_opt.core.rule import Rule
from egraph_opt.families.layout.report.alternative_costs import Key, Price
from egraph_opt.families.layout.report.layout_drawings import ReportLayouts
from egraph_opt.families.layout.report.search_stats import SearchStats
from egraph_opt.ir.module import Op, Value, symbol_name
from egraph_opt.ir.types import tensor_type
from egraph_opt.reports import report_data


@dataclass(eq=False)
class ValueCopies:
    """SSA values that hold one value, in different layouts, in the input (`before`) and in the result (`after`)."""

    group: int
    before: list[Value] = field(default_factory=list)
    after: list[Value] = field(default_factory=list)


def stories(
    old: Op, new: Op, search: SearchStats | None, rules: Sequence[Rule], layouts: ReportLayouts, prices: Mapping[Key, Price]
) -> list[report_data.Value]:
    """Return a report entry for each tensor, in program order. Equal values in different layouts have one entry.

    `new` is the reparsed result, or `old` itself if nothing changed. `prices` are the computed costs of alternatives.
    """
    same = [(value, value) for value in _defined_values(old)] if new is old else _pairs(old, new)
    lines = [_lines(op) for op in (old, new)]
    chains = search.chains(rules, layouts) if search and new is not old else {}
    return [
        _story(
            symbol_name(old), held, chains.get(held.group, []), lines, layouts,
            alternatives(search, held, layouts, new is not old, prices) if search and held.group >= 0 else [],
        )
        for held in _together(old, same, search)
    ]  # fmt: skip


def _pairs(old: Op, new: Op) -> list[tuple[Value, Value]]:
    """Return pairs of equal values of two functions, found by the checker, or by name if the checker does not support the functions."""
    try:
        return same_values(old, new)
    except Unmodelled:
        names = {value.name: value for value in _defined_values(old)}
        return [(names[value.name], value) for value in _defined_values(new) if value.name in names]


def _together(old: Op, same: Iterable[tuple[Value, Value]], search: SearchStats | None) -> list[ValueCopies]:
    """Return the tensors of a function, with the SSA values that hold each in both programs; without a search, `group` is negative."""
    group: Mapping[Value, int] = search.found.program.encoding.group if search else {}
    found: dict[int, ValueCopies] = {}
    of: dict[Value, ValueCopies] = {}
    for number, value in enumerate(_defined_values(old)):
        if (tensor := tensor_type(value.type)) and tensor.encoding:
            key = group.get(value, -1 - number)
            of[value] = found.setdefault(key, ValueCopies(key))
            of[value].before.append(value)
    equal: dict[Value, list[Value]] = {}
    for before, after in same:
        if before in of and tensor_type(after.type):
            equal.setdefault(after, []).append(before)
    for after, befores in equal.items():  # several values of the input may be equal: prefer the one of the same name
        best = min(befores, key=lambda v: (not _is_named_after(after, v), v.type != after.type, len(of[v].after)))
        of[best].after.append(after)
    return list(found.values())


def _is_named_after(new: Value, old: Value) -> bool:
    """Return whether a new value's name is that of an old value or derived from it, such as `%v5_1_0` from `%5#1`."""
    stem = re.escape(old.name[1:].replace("#", "_"))
    return new.name == old.name or re.fullmatch(rf"%v?{stem}(_\d+)?", new.name) is not None


def _story(
    function: str, held: ValueCopies, chains: list[report_data.Chain], lines: Sequence[Mapping[Value, int]], layouts: ReportLayouts,
    ways: list[report_data.Alternative],
) -> report_data.Value:  # fmt: skip
    first = held.before[0]
    tensor = tensor_type(first.type)
    assert tensor is not None
    old, new = ([(v.name, layouts.of(v.type)) for v in values] for values in (held.before, held.after))
    names = layouts.entries
    before, after = (Counter(names[layout].name for _, layout in side) for side in (old, new))
    state = change_state(before, after) if before != after else _stays(ways)
    what = change(before, after) if before != after else describe_unchanged(state, before, held.group >= 0)
    first_at, then_at = (
        sorted({at[v] for v in values if v in at}) for at, values in zip(lines, (held.before, held.after), strict=True)
    )
    plain = layouts.text(str(tensor._replace(encoding=None)))
    return report_data.Value(function, first.name, plain, state, what, old, new, first_at, then_at, chains, ways)


def change_state(before: Mapping[str, int], after: Mapping[str, int]) -> report_data.State:
    """Return `changed` if a value has other layouts than before, `merged` if only its number of SSA values differs."""
    return "changed" if before.keys() != after.keys() else "merged"


def _stays(ways: Sequence[report_data.Alternative]) -> report_data.State:
    """Return the state of an unchanged value: `fixed` with only one possible layout, `unknown` if the value is not in the e-graph."""
    return "unknown" if not ways else "unchanged" if len(ways) > 1 else "fixed"


def change(before: Mapping[str, int], after: Mapping[str, int]) -> str:
    """Return a text that compares a value before and after: its layouts, and the number of SSA values in each."""
    if not after:
        return f"no longer computed by itself; it was held in {_join_names(before)}"
    gone, come = [n for n in before if n not in after], [n for n in after if n not in before]
    if gone and come:
        return f"now held in {_join_names(after)}, before in {_join_names(before)}"
    if gone:
        return f"no longer held in {_join_names(gone)}, only in {_join_names(after)}"
    if come:
        return f"also held in {_join_names(come)}, beside {_join_names(before)}"
    return f"held in the same layouts by {count_noun(sum(after.values()), 'value')} instead of {sum(before.values())}"


def describe_unchanged(state: report_data.State, before: Mapping[str, int], understood: bool) -> str:
    """Return a text that says why a value stays unchanged; `understood`: the value is in the e-graph."""
    where = _join_names(before)
    if state == "unchanged":
        return f"unchanged: held in {where}, which no choice made cheaper"
    if state == "fixed":
        return f"unchanged: held in {where}; there was no other layout to choose"
    if understood:
        return f"not searched: held in {where}; nothing that costs needs it"
    return f"not searched: held in {where}; no operation whose layouts are understood leads to or from it"


def _join_names(names: Mapping[str, int] | Sequence[str]) -> str:
    counts = names if isinstance(names, Mapping) else dict.fromkeys(names, 1)
    return " and ".join(name if count == 1 else f"{name} ({count} times)" for name, count in counts.items())


def alternatives(
    search: SearchStats, held: ValueCopies, layouts: ReportLayouts, rewritten: bool, prices: Mapping[Key, Price]
) -> list[report_data.Alternative]:
    """Return the candidate layouts of a value, each with the operation that computes it, and the cheapest conversion.

    If the function is unchanged (not `rewritten`), the input's nodes count as selected.
    """
    posed, chosen = search.extraction_problem, search.selected_nodes if rewritten else search.input_nodes
    written = {layouts.of(value.type) for value in held.before}
    classes = {c: None for c, group in posed.group.items() if group == held.group}
    producers, found = search.producers.get(held.group, {}), []
    for c in classes:
        nodes, converting = producers.get(c, []), search.conversions.get(c, [])
        if not nodes and not converting:
            continue
        layout = layouts.of(posed.types[c])
        best, way = (search.first(each, chosen) for each in (nodes, converting))
        tensor = tensor_type(posed.types[c])
        more, exact = prices.get(key := (held.group, (tensor.encoding or "") if tensor else ""), (None, True))
        converted = None if way is None else (search.source(way, layouts), search.price(way))
        found.append(
            report_data.Alternative(
                layout, layout in written, best in chosen, search.operation(best), search.operands(best, layouts),
                None if best is None else search.price(best), converted, way in chosen,
                more, exact, key in prices and more is None,
            )
        )  # fmt: skip
    return found


def _defined_values(function: Op) -> Iterator[Value]:
    for op in function.walk():
        yield from op.results
        for region in op.regions:
            for block in region.blocks:
                yield from block.arguments


def _lines(function: Op) -> dict[Value, int]:
    """Return the line of each value's definition. For a block argument, this is the line of the operation with the block."""
    found: dict[Value, int] = {}
    for op in function.walk():
        for value in (*op.results, *(v for r in op.regions for b in r.blocks for v in b.arguments)):
            found[value] = op.line
    return found

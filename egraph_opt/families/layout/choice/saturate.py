"""Run rules on an encoded function to a limit, and read the e-graph back as rows of numbers.

The e-graph is egglog's, driven by `egraph_opt.core.engine`. Rules are lowered once per process.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from typing import Any

from egraph_opt.core.engine import Limits, Loader, SaturationFailed, opened, rewrites, run
from egraph_opt.families.layout.choice.candidates import Candidates
from egraph_opt.families.layout.encode.encoding import OPERAND_LISTS, SIGNATURES, Encoding
from egraph_opt.families.layout.encode.transport import placement
from egraph_opt.ir.types import tensor_type
from egraph_opt.linear_layout import elements_per_thread, linear_layout, slice_encoding

FACTS = {
    "offered": "vi",
    "offered_all": "oi",
    "any_order": "i",
    "scans": "i",
    "reorders": "ii",
    "held_in": "vi",
    "sliced": "iii",
    "moved": "iii",
}
"""Conditions of rules, and the kinds of their arguments."""
Facts = dict[str, list[tuple[int, ...]]]
"""Rows of such conditions, by name."""

SEARCH = """
(function node (i64) Value :merge old)
(function list (i64) Operands :merge old)
(relation holds (Value i64 i64))
(relation offers (i64 i64))
(ruleset search)
(rule ((holds x own set)) ((held_in x own)) :ruleset search)
(rule ((holds x own set) (offers set layout)) ((offered x layout) (convert_layout x layout)) :ruleset search)
(rule ((= y (convert_layout x layout))) ((held_in y layout)) :ruleset search)
(relation scalars (Operands))
(rule ((= xs (nil))) ((scalars xs)) :ruleset search)
(rule ((scalars rest) (= xs (with_scalar s rest))) ((scalars xs)) :ruleset search)
(rule ((offered x layout) (scalars rest) (= xs (zip x rest))) ((offered_all xs layout)) :ruleset search)
(rule ((offered_all rest layout) (= xs (with_scalar s rest))) ((offered_all xs layout)) :ruleset search)
(rule ((offered x layout) (offered_all rest layout) (= xs (zip x rest))) ((offered_all xs layout)) :ruleset search)
"""
"""What guides the search, beside the equations: the layout a value is held in and the set of its candidates."""


@dataclass(frozen=True, slots=True)
class Saturated:
    """Rows of the saturated e-graph. `rows[symbol]` is a list of `(arguments, class)`; classes are numbers."""

    rows: dict[str, list[tuple[tuple[int, ...], int]]]
    node: dict[int, int]
    held_in: dict[int, int]
    iterations: int
    stopped_by: str
    facts: Facts
    """What rules were told about layouts, to be checked again by others."""


def saturate(encoding: Encoding, candidates: Candidates, books: tuple[str, ...], limits: Limits) -> Saturated:
    """Load a function's terms, run the rule books until nothing new is found or a limit is met, and read everything back.

    Raises:
        SaturationFailed: egglog failed or panicked.
    """
    started = time.thread_time()
    with opened() as (graph, bindings):
        graph.run_program(*graph.parse_program(lowered(books)))
        facts = layout_facts(encoding, candidates)
        _load(graph, bindings, encoding, candidates, facts)
        return _read(graph, *run(graph, bindings, limits, ("search", "rules"), started), facts)


@cache
def lowered(books: tuple[str, ...]) -> str:
    """The egglog program of the vocabulary and of the rules of some books: written once per process, from our own objects alone."""
    from egraph_opt.rules import book

    sorts = {"i": "i64", "v": "Value", "o": "Operands"}
    lines = ["(sort Value)", "(sort Operands)"]
    for symbol, signature in SIGNATURES.items():
        result = "Operands" if symbol in OPERAND_LISTS else "Value"
        lines.append(f"(constructor {symbol} ({' '.join(sorts[kind] for kind in signature)}) {result})")
    lines += [f"(relation {name} ({' '.join(sorts[kind] for kind in signature)}))" for name, signature in FACTS.items()]
    lines += [SEARCH, *rewrites(rule for name in books for rule in book(name))]
    return "\n".join(lines)


def _load(graph: Any, bindings: Any, encoding: Encoding, candidates: Candidates, facts: Facts) -> None:
    span = bindings.RustSpan("program", 1, 1)
    sets: dict[tuple[int, ...], int] = {}
    owners: dict[int, list[tuple[int, int]]] = {}
    for value, term in encoding.term.items():
        if own := encoding.value_layout(value):
            choices = candidates.of[encoding.group[value]]
            if choices:
                owners.setdefault(term, []).append((own, sets.setdefault(choices, len(sets))))
    terms = list(encoding.terms)
    wanted = _loaded(encoding, terms, owners)
    loader = Loader(graph, bindings, span)
    for number in wanted:
        symbol, *arguments = terms[number]
        table = "list" if symbol in OPERAND_LISTS else "node"
        loader.term(number, str(symbol), SIGNATURES[str(symbol)], [int(a) for a in arguments], table)
        for own, offered in dict.fromkeys(owners.get(number, ())):
            loader.row("holds", "vii", (number, own, offered))
    for left, right in encoding.unions:
        loader.union(left, right)
    for choices, number in sets.items():
        for layout in choices:
            loader.row("offers", "ii", (number, layout))
    for f in encoding.any_order:
        loader.row("any_order", "i", (f,))
    for relation, rows in facts.items():
        for row in rows:
            loader.row(relation, FACTS[relation], row)
    loader.flush()


def layout_facts(encoding: Encoding, candidates: Candidates) -> Facts:
    """Which candidate layouts stand in the relations that rules ask for."""
    names = list(encoding.layouts)
    sliced: dict[tuple[int, ...], None] = {}
    moved: dict[tuple[int, ...], None] = {}
    for link in encoding.links:
        for layout in candidates.of[link.source]:
            if link.axis >= 0 and not link.forward and (slice := slice_encoding(names[layout], link.axis)) in encoding.layouts:
                sliced[link.axis, layout, encoding.layouts[slice]] = None
            if link.index >= 0 and not link.forward:
                index = encoding.maps[link.index]
                try:
                    wanted = index.needed(names[layout])
                except ValueError:
                    continue
                for operand in candidates.of[link.target]:
                    if placement(names[operand], index.operand) == wanted:
                        moved[link.index, layout, operand] = None
    scans: list[tuple[int, ...]] = [(number,) for number, name in enumerate(names) if name.startswith("#ttg.blocked")]
    reorders: dict[tuple[int, ...], None] = {}
    for term in encoding.terms:
        if term[0] == "reorder":
            value = encoding.functions[int(term[1])].op.operands[0]
            tensor, result = tensor_type(value.type), encoding.functions[int(term[1])].value.type
            for layout in candidates.of[encoding.group[value]] if tensor else ():
                if tensor and _elements(str(tensor._replace(encoding=names[layout]))) == _elements(result):
                    reorders[int(term[1]), layout] = None
    return {"reorders": list(reorders), "sliced": list(sliced), "moved": list(moved), "scans": scans}


def _loaded(encoding: Encoding, terms: list[tuple[str | int, ...]], owners: dict[int, list[tuple[int, int]]]) -> list[int]:
    """The terms the e-graph needs: those with a layout, and what they mention. Bottom-up order is kept."""
    needed = set(owners) | {t for pair in encoding.unions for t in pair}
    needed |= {number for number, term in enumerate(terms) if term[0] in ("reduce_to_scalar", "whole")}
    for number in range(len(terms) - 1, -1, -1):
        if number in needed:
            symbol, *arguments = terms[number]
            needed |= {int(a) for a, kind in zip(arguments, SIGNATURES[str(symbol)], strict=True) if kind != "i"}
    return sorted(needed)


def _elements(text: str) -> int:
    """Elements of a tensor type that each thread holds; none where the layout is unknown."""
    tensor = tensor_type(text)
    try:
        return elements_per_thread(linear_layout(tensor.encoding or "", tensor.shape)) if tensor else 0
    except ValueError:
        return 0


def _read(graph: Any, iterations: int, stopped_by: str, facts: Facts) -> Saturated:
    functions = graph.freeze().functions
    classes: dict[tuple[str, Any], int] = {}
    numbers: dict[Any, int] = {}

    def decode(value: Any, kind: str) -> int:
        if kind == "i":
            if (known := numbers.get(value)) is None:
                known = numbers[value] = graph.value_to_i64(value)
            return known
        return classes.setdefault((kind, value), len(classes))

    rows: dict[str, list[tuple[tuple[int, ...], int]]] = {}
    for symbol, signature in SIGNATURES.items():
        table = functions[symbol].rows if symbol in functions else ()
        rows[symbol] = [
            (
                tuple(decode(v, kind) for v, kind in zip(row.inputs, signature, strict=True)),
                decode(row.output, "o" if symbol in OPERAND_LISTS else "v"),
            )
            for row in table
        ]
    node = {
        decode(row.inputs[0], "i"): decode(row.output, kind)
        for table, kind in (("node", "v"), ("list", "o"))
        for row in functions[table].rows
    }
    held: dict[int, int] = {}
    for row in functions["held_in"].rows:
        value, layout = decode(row.inputs[0], "v"), decode(row.inputs[1], "i")
        if held.setdefault(value, layout) != layout:
            raise SaturationFailed("a value was found in two layouts at once")
    return Saturated(rows, node, held, iterations, stopped_by, facts)

"""Run rules on an encoded function to a limit, and read the e-graph back as rows of numbers.

The e-graph is egglog's. A program enters it as command objects that hold numbers only, in chunks: text of programs would be both
slower and unsafe, since egglog's language can run code. Rules are lowered once per process. One iteration runs per call, so that
limits are checked between iterations: a running iteration cannot be interrupted.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from typing import Any

from egraph_opt.egraph.candidates import Candidates
from egraph_opt.egraph.encoding import OPERAND_LISTS, SIGNATURES, Encoding
from egraph_opt.egraph.transport import placement
from egraph_opt.ir import tensor_type
from egraph_opt.layout import elements_per_thread, linear_layout, slice_encoding

CHUNK = 400
"""Actions per loading rule: one huge rule is quadratic, single commands cost twice as much."""
LOOKUPS = 40
"""Earlier terms that one loading rule may mention: each is a premise, and planning a join grows faster than its premises."""

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
class Limits:
    """When to stop: e-nodes, iterations, seconds."""

    nodes: int = 400_000
    iterations: int = 200
    seconds: float = 10.0


@dataclass(frozen=True, slots=True)
class Saturated:
    """Rows of the saturated e-graph. `rows[symbol]` is a list of `(arguments, class)`; classes are numbers."""

    rows: dict[str, list[tuple[tuple[int, ...], int]]]
    node: dict[int, int]
    held_in: dict[int, int]
    iterations: int
    stopped_by: str


class SaturationFailed(Exception):
    """The e-graph engine failed; the program is to be left as it is."""


def saturate(encoding: Encoding, candidates: Candidates, books: tuple[str, ...], limits: Limits) -> Saturated:
    """Load a function's terms, run the rule books until nothing new is found or a limit is met, and read everything back.

    Raises:
        SaturationFailed: egglog failed or panicked.
    """
    from egglog import bindings

    started = time.perf_counter()
    try:
        graph = bindings.EGraph()
        graph.run_program(*graph.parse_program(lowered(books)))
        _load(graph, bindings, encoding, candidates)
        iterations, stopped_by = _run(graph, bindings, limits, started)
        return _read(graph, iterations, stopped_by)
    except BaseException as error:  # Rust panics arrive as BaseException
        if isinstance(error, (KeyboardInterrupt, SystemExit, MemoryError)):
            raise
        raise SaturationFailed(f"{type(error).__name__}: {error}") from error


@cache
def lowered(books: tuple[str, ...]) -> str:
    """The egglog program of the vocabulary and of the rules of some books: written once per process, from our own objects alone."""
    from egraph_opt.rule import expression
    from egraph_opt.rules import book

    sorts = {"i": "i64", "v": "Value", "o": "Operands"}
    lines = ["(sort Value)", "(sort Operands)"]
    for symbol, signature in SIGNATURES.items():
        result = "Operands" if symbol in OPERAND_LISTS else "Value"
        lines.append(f"(constructor {symbol} ({' '.join(sorts[kind] for kind in signature)}) {result})")
    lines += [f"(relation {name} ({' '.join(sorts[kind] for kind in signature)}))" for name, signature in FACTS.items()]
    lines += [SEARCH, "(ruleset rules)"]
    for rule in (rule for name in books for rule in book(name)):
        when = " ".join(map(expression, rule.conditions))
        lines.append(f"(rewrite {expression(rule.before)} {expression(rule.after)} :when ({when}) :ruleset rules)")
    return "\n".join(lines)


def _load(graph: Any, bindings: Any, encoding: Encoding, candidates: Candidates) -> None:
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
    loader = _Loader(graph, bindings, span)
    for number in wanted:
        symbol, *arguments = terms[number]
        loader.term(number, str(symbol), [int(a) for a in arguments])
        for own, offered in dict.fromkeys(owners.get(number, ())):
            loader.fact("holds", number, own, offered)
    for left, right in encoding.unions:
        loader.union(left, right)
    for choices, number in sets.items():
        for layout in choices:
            loader.row("offers", number, layout)
    for f in encoding.any_order:
        loader.row("any_order", f)
    for relation, rows in layout_facts(encoding, candidates).items():
        for row in rows:
            loader.row(relation, *row)
    loader.flush()


def layout_facts(encoding: Encoding, candidates: Candidates) -> dict[str, list[tuple[int, ...]]]:
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


class _Loader:
    """Collects actions into rules without a premise, of `CHUNK` terms each; later chunks look earlier terms up by number."""

    def __init__(self, graph: Any, bindings: Any, span: Any) -> None:
        self.graph, self.b, self.span = graph, bindings, span
        self.actions: list[Any] = []
        self.premises: dict[int, Any] = {}
        self.here: dict[int, str] = {}
        self.sorts: dict[int, str] = {}
        self.chunks = 0

    def number(self, value: int) -> Any:
        return self.b.Lit(self.span, self.b.Int(value))

    def ref(self, number: int) -> Any:
        name = self.here.get(number)
        if name is None:
            name = f"t{number}"
            call = self.b.Call(self.span, self.sorts[number], [self.number(number)])
            self.premises[number] = self.b.Eq(self.span, self.b.Var(self.span, name), call)
            self.here[number] = name
        return self.b.Var(self.span, name)

    def term(self, number: int, symbol: str, arguments: list[int]) -> None:
        signature = SIGNATURES[symbol]
        call = self.b.Call(
            self.span,
            symbol,
            [self.number(a) if kind == "i" else self.ref(a) for a, kind in zip(arguments, signature, strict=True)],
        )
        name = f"t{number}"
        self.sorts[number] = "list" if symbol in OPERAND_LISTS else "node"
        self.actions.append(self.b.Let(self.span, name, call))
        self.here[number] = name
        self.actions.append(self.b.Set(self.span, self.sorts[number], [self.number(number)], self.b.Var(self.span, name)))
        self.flush_full()

    def fact(self, relation: str, number: int, *numbers: int) -> None:
        arguments = [self.ref(number), *(self.number(n) for n in numbers)]
        self.actions.append(self.b.Expr_(self.span, self.b.Call(self.span, relation, arguments)))

    def row(self, relation: str, *numbers: int) -> None:
        call = self.b.Call(self.span, relation, [self.number(n) for n in numbers])
        self.actions.append(self.b.Expr_(self.span, call))
        self.flush_full()

    def union(self, left: int, right: int) -> None:
        self.actions.append(self.b.Union(self.span, self.ref(left), self.ref(right)))
        self.flush_full()

    def flush_full(self) -> None:
        if len(self.actions) >= CHUNK or len(self.premises) >= LOOKUPS:
            self.flush()

    def flush(self) -> None:
        if not self.actions:
            return
        name = f"load{self.chunks}"
        self.chunks += 1
        rule = self.b.Rule(self.span, self.actions, list(self.premises.values()), name, name)
        run = self.b.RunSchedule(self.b.Run(self.span, self.b.RunConfig(name, None)))
        self.graph.run_program(self.b.AddRuleset(self.span, name), self.b.RuleCommand(rule), run)
        self.actions, self.premises, self.here = [], {}, {}


def _run(graph: Any, bindings: Any, limits: Limits, started: float) -> tuple[int, str]:
    span = bindings.RustSpan("run", 1, 1)
    step = [bindings.RunSchedule(bindings.Run(span, bindings.RunConfig(name, None))) for name in ("search", "rules")]
    for iteration in range(1, limits.iterations + 1):
        reports = graph.run_program(*step)
        if not any(output.report.updated for output in reports):
            return iteration, ""
        if time.perf_counter() - started > limits.seconds:
            return iteration, "seconds"
        (sizes,) = graph.run_program(bindings.PrintSize(span, None))
        if sum(size for _, size in sizes.sizes) > limits.nodes:
            return iteration, "nodes"
    return limits.iterations, "iterations"


def _read(graph: Any, iterations: int, stopped_by: str) -> Saturated:
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
    return Saturated(rows, node, held, iterations, stopped_by)

"""Run the region rules on a function's terms, and read the e-graph back as nodes by class.

The e-graph is egglog's, driven by `egraph_opt.core.engine`. Rules are lowered once per process.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from egraph_opt.core.engine import Limits, opened, rewrites, run
from egraph_opt.families.region.encode.function import LISTS, SIGNATURES, Program
from egraph_opt.families.region.vocabulary.names import close
from egraph_opt.families.region.vocabulary.window import Window

FACTS = {
    "composed": "iii", "disjoint": "ii", "joined": "iii", "contained": "ii", "is_whole": "i", "everything": "ii", "window_of": "ii",
    "sized": "ii", "partition": "ii", "turned": "iii", "inverse": "ii", "turns_to": "iii", "computed": "t", "unsorted": "ii",
    "gathers": "ii", "padded_behind": "i", "reaches_end": "i",
    "flattened": "iii", "gap": "i", "follows": "iii",
}  # fmt: skip
SORTS = {"i": "i64", "t": "Tensor", "l": "Tensors"}
SEARCH = """
(ruleset search)
(rule ((= x (work f k xs))) ((computed x)) :ruleset search)
(rule ((= x (elementwise f xs))) ((computed x)) :ruleset search)
(rule ((= x (transpose p y)) (computed y)) ((computed x)) :ruleset search)
"""


@dataclass(frozen=True, slots=True)
class Node:
    """One way to make a class: a symbol, its numbers, and the classes of its operands (lists of operands are classes too)."""

    symbol: str
    numbers: tuple[int, ...]
    children: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Graph:
    """Classes are numbers; `roots` are those of the function's results, `written` the nodes that the input has."""

    nodes: dict[int, list[Node]]
    roots: tuple[int, ...]
    written: dict[int, Node]
    iterations: int
    stopped_by: str


@cache
def lowered() -> str:
    """The egglog program of the vocabulary and the rules."""
    from egraph_opt.rules import book

    lines = ["(sort Tensor)", "(sort Tensors)"]
    for symbol, signature in SIGNATURES.items():
        sort = "Tensors" if symbol in LISTS else "Tensor"
        lines.append(f"(constructor {symbol} ({' '.join(SORTS[kind] for kind in signature)}) {sort})")
    lines += [f"(relation {name} ({' '.join(SORTS[kind] for kind in signature)}))" for name, signature in FACTS.items()]
    lines += [
        "(function node (i64) Tensor :merge old)",
        "(function list (i64) Tensors :merge old)",
        SEARCH,
        *rewrites(book("region")),
    ]
    return "\n".join(lines)


def saturate(program: Program, limits: Limits) -> Graph:
    """Load a function's terms and facts, run the rules to a limit, and read everything back.

    Raises:
        SaturationFailed: egglog failed or panicked.
    """
    with opened() as (graph, bindings):
        graph.run_program(*graph.parse_program(lowered()))
        facts, complete = close(program.names, _filled(program))
        _load(graph, bindings, program, facts)
        iterations, stopped_by = run(graph, bindings, limits, ("search", "rules"))
        return _read(graph, program, iterations, stopped_by or ("" if complete else "windows"))


def _filled(program: Program) -> list[list[Window]]:
    """For each tensor of one scalar that is written, the windows that a chain of insertions writes, and the window of each padding."""
    terms, areas = list(program.terms), list(program.names.areas)
    inserts = ("insert", "fused_insert")
    targets = {int(term[3]) for term in terms if term[0] in inserts}
    found = []
    for n, term in enumerate(terms):
        if term[0] == "pad":
            found.append([areas[int(term[1])][0]])
        elif term[0] in inserts and n not in targets:
            chain = []
            while term[0] in inserts:
                chain.append(areas[int(term[1])][0])
                term = terms[int(term[3])]
            found += [chain] if term[0] == "splat" else []
    return found


def _load(graph: Any, b: Any, program: Program, facts: dict[str, list[tuple[int, ...]]]) -> None:
    span = b.RustSpan("program", 1, 1)

    def number(n: int | str) -> Any:
        return b.Lit(span, b.Int(int(n)))

    def term(n: int | str) -> Any:
        symbol = terms[int(n)][0]
        return b.Call(span, "list" if symbol in LISTS else "node", [number(n)])

    terms = list(program.terms)
    commands = []
    for n, (symbol, *arguments) in enumerate(terms):
        kinds = SIGNATURES[str(symbol)]
        call = b.Call(span, str(symbol), [number(a) if k == "i" else term(a) for a, k in zip(arguments, kinds, strict=True)])
        commands.append(b.ActionCommand(b.Set(span, "list" if symbol in LISTS else "node", [number(n)], call)))
    for relation, rows in facts.items():
        for row in rows:
            commands.append(b.ActionCommand(b.Expr_(span, b.Call(span, relation, [number(n) for n in row]))))
    graph.run_program(*commands)


def _read(graph: Any, program: Program, iterations: int, stopped_by: str) -> Graph:
    functions = graph.freeze().functions
    classes: dict[tuple[str, Any], int] = {}

    def decode(value: Any, kind: str) -> int:
        return int(graph.value_to_i64(value)) if kind == "i" else classes.setdefault((kind, value), len(classes))

    of: dict[int, int] = {}
    for table, kind in (("node", "t"), ("list", "l")):
        for row in functions[table].rows:
            of[decode(row.inputs[0], "i")] = decode(row.output, kind)
    nodes: dict[int, set[Node]] = {}
    for symbol, signature in SIGNATURES.items():
        for row in functions[symbol].rows if symbol in functions else ():
            values = [(k, decode(v, k)) for v, k in zip(row.inputs, signature, strict=True)]
            node = Node(symbol, tuple(v for k, v in values if k == "i"), tuple(v for k, v in values if k != "i"))
            nodes.setdefault(decode(row.output, "l" if symbol in LISTS else "t"), set()).add(node)
    written: dict[int, Node] = {}
    for n, (head, *arguments) in enumerate(program.terms):
        kinds = SIGNATURES[str(head)]
        numbers = tuple(int(a) for a, k in zip(arguments, kinds, strict=True) if k == "i")
        children = tuple(of[int(a)] for a, k in zip(arguments, kinds, strict=True) if k != "i")
        written.setdefault(of[n], Node(str(head), numbers, children))
    ordered = {c: sorted(found, key=lambda m: (m.symbol, m.numbers, m.children)) for c, found in nodes.items()}
    return Graph(ordered, tuple(of[r] for r in program.roots), written, iterations, stopped_by)

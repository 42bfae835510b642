"""Mandatory work: computations in every selection of an e-graph, or in every program that rules can prove equivalent.

Rules treat a computation as an uninterpreted function of its operands. So if a result depends on a computation, no rewriting can remove
the computation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod

from egraph_opt.families.region.choice.classes.reachability import AlwaysReached
from egraph_opt.families.region.choice.classes.saturate import Node, SaturatedGraph
from egraph_opt.families.region.choice.scheduling.commands import DeviceCommand
from egraph_opt.families.region.encode.linalg_reader import VIEWS, reduces
from egraph_opt.families.region.encode.loop_nest import nest_of
from egraph_opt.families.region.encode.op_cost import flops
from egraph_opt.families.region.encode.tensor_program import EncodedFunction, Term
from egraph_opt.families.region.vocabulary.window import Window, disjoint, inner_shape, relative
from egraph_opt.ir.module import Value
from egraph_opt.ir.types import element_bytes

ALL, SOME = "all", "some"
DemandedElements = tuple[str, tuple[Window, ...]]
"""Elements of a tensor on which a result depends: a pair of a kind and rectangular parts (windows) of the tensor.

`all`: every element; `but`: every element outside the windows; `window`: every element of the only window; `some`: at least one element.
"""


def unavoidable(program: EncodedFunction, graph: SaturatedGraph, nodes: Mapping[int, Sequence[Node]]) -> list[DeviceCommand]:
    """Return a dispatch command for each computation that every selection of nodes contains."""
    works = {
        node.numbers[0]
        for found in nodes.values()
        for node in found
        if node.symbol == "work"
        and program.computations[node.numbers[0]].name not in VIEWS
        and not program.plain.get(node.numbers[0])  # it may join the dispatch of another one
    }
    number = {f: -1 - f for f in works}  # beside the classes
    child_lists: dict[int, list[tuple[int, ...]]] = {number[f]: [()] for f in works}
    for c, found in nodes.items():
        child_lists[c] = [
            (*node.children, number[node.numbers[0]]) if node.symbol == "work" and node.numbers[0] in works else node.children
            for node in found
        ]
    needed = (-1 - c for c in AlwaysReached(child_lists).required_classes(graph.roots) if c < 0)
    return [_whole(program, f, [v for v in program.computations[f].operands if v in program.of]) for f in sorted(needed)]


def compulsory(program: EncodedFunction) -> list[DeviceCommand]:
    """Return the commands that every equivalent program runs.

    The commands are opaque dispatches formed by IREE, and computations on which results depend and which cannot be fused.
    """
    commands = [
        DeviceCommand("dispatch", (), (), body.work.flops, body.work.moved, body.work.nests)
        for body in (program.bodies[op] for op in program.skeleton if op in program.bodies)
    ]
    terms = list(program.terms)
    for f, head in sorted({(int(terms[n][1]), str(terms[n][0])) for n in _live(program)}):
        op = program.computations[f]
        if head == "elementwise" and reduces(op):
            commands.append(DeviceCommand("dispatch", (), (), 0.0, 0))  # perhaps in parts
        elif head == "work" and not program.plain.get(f):
            commands.append(
                _whole(program, f, [v for v in op.operands if v in program.of and _is_made(program, terms[program.of[v]])])
            )
    return commands


def _whole(program: EncodedFunction, f: int, read: Sequence[Value]) -> DeviceCommand:
    """Return a dispatch command that runs computation `f`. It reads the operands `read` and counts no bytes written."""
    op = program.computations[f]
    shapes = {v: program.sizes.numbers(program.shape_of(v)) for v in op.operands if v in program.of}
    moved = {program.of[v]: prod(shapes[v]) * element_bytes(v.type) for v in read if not program.is_fill(v)}
    operands = [shapes[v] for v in op.operands if v in shapes]
    body = program.bodies.get(op)
    work = body.work.flops if body else flops(op, (), operands)
    nests = body.work.nests if body else tuple(filter(None, [nest_of(op, operands)]))
    return DeviceCommand("dispatch", (), (), work, sum(moved.values()), nests)


def _is_made(program: EncodedFunction, term: Term) -> bool:
    """Return whether a term is an input tensor or the result of a computation."""
    return term[0] == "tensor" or (term[0] == "work" and program.computations[int(term[1])].name not in VIEWS)


def _live(program: EncodedFunction) -> list[int]:
    """Return the computation terms on which the results of the function depend."""
    terms, found = list(program.terms), dict[int, None]()
    seen: set[tuple[int, DemandedElements]] = set()
    todo: list[tuple[int, DemandedElements]] = [(root, (ALL, ())) for root in program.roots]
    while todo:
        n, part = todo.pop()
        if (n, part) in seen or (n, (ALL, ())) in seen:
            continue
        seen.add((n, part))
        if terms[n][0] in ("work", "elementwise") and _has_element(program, n, part):
            view = terms[n][0] == "work" and program.computations[int(terms[n][1])].name in VIEWS
            if not view:
                found[n] = None
            todo += [(x, _of_operand(terms[n], part, view)) for x in _operands(terms, n)]
        elif terms[n][0] not in ("work", "elementwise"):
            todo += _below(program, terms[n], part)
    return sorted(found)


def _of_operand(term: Term, part: DemandedElements, view: bool) -> DemandedElements:
    """Return the elements of each operand (`all` or `some`) on which the elements `part` of the computation `term` certainly depend.

    `view`: whether the computation only reshapes.
    """
    return (ALL, ()) if part == (ALL, ()) or (term[0] == "work" and not view) else (SOME, ())


def _operands(terms: Sequence[Term], n: int) -> Iterator[int]:
    """Yield the numbers of the tensor terms that computation `n` reads."""
    rest = terms[int(terms[n][-1])]
    while rest[0] == "with_tensor":
        x, rest = int(rest[1]), terms[int(rest[2])]
        yield int(terms[x][-1]) if terms[x][0] == "spread" else x


def _has_element(program: EncodedFunction, n: int, part: DemandedElements) -> bool:
    """Return whether `part` of term `n` is not empty; dynamic extents have the value assumed in cost models."""
    if part[0] != "but":
        return True
    size = prod(program.sizes.numbers(program.shape[n]))
    return sum(prod(program.sizes.numbers(inner_shape(w))) for w in part[1]) < size


def _below(program: EncodedFunction, term: Term, part: DemandedElements) -> Iterator[tuple[int, DemandedElements]]:
    """Yield each operand of a data movement term, with the elements on which the elements `part` of the term certainly depend."""
    head, kind, windows = term[0], *part
    if head in ("insert", "fused_insert"):
        w, y, d = list(program.names.window_sets)[int(term[1])][0], int(term[2]), int(term[3])
        if kind in (ALL, "but"):
            if all(disjoint(w, other) for other in windows):
                yield y, (ALL, ())
            yield d, ("but", (*windows, w))
        elif kind == "window":
            if disjoint(w, windows[0]):
                yield d, part
            elif (inside := relative(windows[0], w)) is not None:
                yield y, ("window", (inside,))
    elif head == "slice":
        yield int(term[2]), ("window", (list(program.names.window_sets)[int(term[1])][0],)) if kind == ALL else (SOME, ())
    elif head in ("transpose", "recount", "transfer", "repeat") and kind in (ALL, SOME):
        yield int(term[-1]), part
    elif head in ("pad", "fused_pad", "concat") and kind == ALL:
        yield from ((int(x), part) for x in (term[-2:] if head == "concat" else term[-1:]))

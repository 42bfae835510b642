"""Where two functions first differ, in words."""

from __future__ import annotations

from typing import NamedTuple

from egraph_opt.check.build import Function
from egraph_opt.check.graph import Graph, Kind
from egraph_opt.ir import Op

LOOPS = ("scf.for", "scf.while")


class Difference(NamedTuple):
    """Two operations that correspond and are not equal."""

    reason: str
    before: Op
    after: Op


def first_difference(graph: Graph, numbers: list[int], before: Function, after: Function) -> Difference | None:
    """The earliest operations on both sides that were not found equal, or None where the functions are."""
    for old, new in zip(before.endings, after.endings, strict=False):
        if old.label != new.label or len(old.args) != len(new.args):
            return Difference("blocks end differently", old.op, new.op)
    if len(before.endings) != len(after.endings):
        return Difference(f"{len(before.endings)} blocks against {len(after.endings)}", before.op, after.op)
    for old, new in zip(before.endings, after.endings, strict=True):
        for a, b in zip(old.args, new.args, strict=True):
            if numbers[a] != numbers[b]:
                return _descend(graph, numbers, a, b)
    return _elsewhere(graph, numbers, before, after)


def _elsewhere(graph: Graph, numbers: list[int], before: Function, after: Function) -> Difference | None:
    """A read or loop that runs where the input has none like it: its address may be no address, it may not end."""
    keys: dict[object, int] = {}
    places: dict[int, list[int]] = {}
    parents: dict[int, int] = {}
    for side, function in enumerate((before, after)):
        numbered: list[int] = []
        for where in function.places:
            parent = numbered[where.parent] if where.parent >= 0 else -1
            key = (where.label, parent, *[numbers[g] for g in where.given])
            if side and where.op.name in LOOPS and key not in keys:
                return Difference("no such loop runs there in the input", before.op, where.op)
            numbered.append(keys.setdefault(key, len(keys)))
            parents[numbered[-1]] = parent
        places[side] = numbered
    known = {(numbers[node], places[0][place]) for node, place in before.reads}
    for node, place in after.reads:
        at = places[1][place]
        while at >= 0 and (numbers[node], at) not in known:
            at = parents[at]
        if at < 0:
            like = next((n for n, _ in before.reads if numbers[n] == numbers[node]), None)
            old = before.op if like is None else graph.ops[like]
            return Difference("memory is read where the input does not read it", old, graph.ops[node])
    return None


def _effects(graph: Graph, numbers: list[int], state: int) -> list[int]:
    """The states of memory that lead to this one, the first one first; a loop or conditional without effects is left out."""
    found = [state]
    while state in graph.before:
        state = graph.before[state]
        if numbers[state] == numbers[found[-1]]:
            found[-1] = state
        else:
            found.append(state)
    return found[::-1]


def _descend(graph: Graph, numbers: list[int], a: int, b: int) -> Difference:
    """From two nodes that differ to the operands that make them differ."""
    seen: set[tuple[int, int]] = set()
    why = "another value"
    while True:
        seen.add((a, b))
        if a in graph.before or b in graph.before:
            old, new = _effects(graph, numbers, a), _effects(graph, numbers, b)
            pairs = [(x, y) for x, y in zip(old, new, strict=False) if numbers[x] != numbers[y]]
            if not pairs:
                extra, missing = (new[len(old) :], False) if len(new) > len(old) else (old[len(new) :], True)
                op = graph.ops[extra[0]]
                side = graph.ops[a], op
                return Difference("an effect is missing" if missing else "an effect is added", *(side[::-1] if missing else side))
            a, b = pairs[0]
            seen.add((a, b))
        x, y = graph.args[a], graph.args[b]
        if graph.labels[a] != graph.labels[b] or graph.kinds[a] != graph.kinds[b] or len(x) != len(y):
            return Difference(why, graph.ops[a], graph.ops[b])
        if graph.kinds[a] is Kind.COMMUTATIVE and numbers[x[0]] != numbers[y[0]] and numbers[x[1]] != numbers[y[1]]:
            y = y[::-1] if numbers[x[0]] == numbers[y[1]] or numbers[x[1]] == numbers[y[0]] else y
        for i, pair in enumerate(zip(x, y, strict=True)):
            if numbers[pair[0]] != numbers[pair[1]] and pair not in seen:
                why = f"operand {i} of {graph.ops[a].name} is another value"
                a, b = pair
                break
        else:
            return Difference(why, graph.ops[a], graph.ops[b])

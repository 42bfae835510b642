"""First difference between two functions, as a message."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from egraph_opt.checker.access.effects import DIVISIONS
from egraph_opt.checker.values.function_parts import ComparedFunction, Label
from egraph_opt.checker.values.value_graph import Graph
from egraph_opt.ir.module import Op

OPEN = "scf.while"
"""Loop that may not terminate."""
LOOPS = ("scf.for", OPEN)
FUNCTIONS = frozenset(("tt.func", "func.func", "llvm.func"))
"""Operations whose node in the value graph stands for a function's arguments and initial memory."""

PAIRS = 1_000_000
"""Maximum pairs of nodes in the search for a reason."""


class OpDifference(NamedTuple):
    """Two corresponding operations that are not proved equal, with the reason."""

    reason: str
    before: Op
    after: Op


def first_difference(graph: Graph, numbers: list[int], before: ComparedFunction, after: ComparedFunction) -> OpDifference | None:
    """Return the first operations that are not proved equal, or None if the functions are equal."""
    for old, new in zip(before.endings, after.endings, strict=False):
        if old.label != new.label or len(old.args) != len(new.args):
            return OpDifference("blocks end differently", old.op, new.op)
    if len(before.endings) != len(after.endings):
        return OpDifference(f"{len(before.endings)} blocks against {len(after.endings)}", before.op, after.op)
    for old, new in zip(before.endings, after.endings, strict=True):
        for a, b in zip(old.args, new.args, strict=True):
            if numbers[a] != numbers[b]:
                return _explain(graph, numbers, a, b)
    return _find_new_effect(graph, numbers, before, after)


def _find_new_effect(graph: Graph, numbers: list[int], before: ComparedFunction, after: ComparedFunction) -> OpDifference | None:
    """Return a read, division or loop of `after` that `before` does not have in the same or an enclosing region, or None.

    The new operation might read an invalid address or not terminate. A possibly endless loop of `before` must not disappear either,
    because the code after it would run.
    """
    keys: dict[object, int] = {}
    places: dict[int, list[int]] = {}
    parents: dict[int, int] = {}
    for side, function in enumerate((before, after)):
        numbered: list[int] = []
        for where in function.places:
            parent = numbered[where.parent] if where.parent >= 0 else -1
            key = (where.label, parent, *[numbers[g] for g in where.given])
            if side and where.op.name in LOOPS and key not in keys:
                return OpDifference("no such loop runs there in the input", before.op, where.op)
            numbered.append(keys.setdefault(key, len(keys)))
            parents[numbered[-1]] = parent
        places[side] = numbered
    still = set(places[1])
    for where, number in zip(before.places, places[0], strict=True):
        if where.op.name == OPEN and number not in still:
            return OpDifference("a loop that may not end is gone", where.op, after.op)
    known = {(numbers[node], places[0][place]) for node, place in before.risks}
    for node, place in after.risks:
        at, steps = places[1][place], 1
        while at >= 0 and (numbers[node], at) not in known:
            at, steps = parents[at], steps + 1
        graph.budget.spend(steps, graph.ops[node])
        if at < 0:
            like = next((n for n, _ in before.risks if numbers[n] == numbers[node]), None)
            old = before.op if like is None else graph.ops[like]
            what = "it divides" if graph.ops[node].name in DIVISIONS else "memory is read"
            return OpDifference(f"{what} where the input does not", old, graph.ops[node])
    return _too_early(graph, numbers, before, after)


def _too_early(graph: Graph, numbers: list[int], before: ComparedFunction, after: ComparedFunction) -> OpDifference | None:
    """Return a difference if `after` may reuse the memory of a buffer while asynchronous work still reads it, or None.

    A buffer's memory may be reused after its last use. `after` must allocate before asynchronous work starts, or at the same memory
    state as `before`. Where `before` uses a buffer of asynchronous work, `after` must use an equal buffer. This use must follow all
    allocations that precede the use in `before`. If both functions have the same number of equal buffers, these correspond in order;
    otherwise `after` must use each of them.
    """
    old, new = ([(r, numbers[f.nodes[op.results[0]]], numbers[s]) for r, op, s in f.made] for f in (before, after))
    known = {(number, state) for _, number, state in old}
    for (_, number, state), (_, op, _) in zip(new, after.made, strict=True):
        if state != numbers[after.begin] and (number, state) not in known:
            return OpDifference("memory is allocated while others read what may be there", before.op, op)
    made = [number for _, number, _ in new]
    for buffer, state, count in before.lasting:
        early = Counter(number for _, number, _ in old[:count]) & Counter(made)
        graph.budget.spend(len(old) + len(new) + len(after.lasting), graph.ops[state])
        for number in {number for root, number, _ in old if root is buffer}:
            equal, others = (list(dict.fromkeys(r for r, n, _ in each if n == number)) for each in (old, new))
            for other in [others[equal.index(buffer)]] if len(equal) == len(others) else others:
                ends = [n for root, s, n in after.lasting if root is other and numbers[s] == numbers[state]]
                if not ends or not early <= Counter(made[: max(ends)]):
                    return OpDifference(
                        "a buffer that others go on reading may be used again earlier", graph.ops[state], after.op
                    )
    return None


def _explain(graph: Graph, numbers: list[int], a: int, b: int) -> OpDifference:
    """Trace the nodes `a` and `b`, which have different value `numbers`, back to the first operations that differ."""
    keys = list(graph.keys)
    pending: list[tuple[int, int] | OpDifference] = [(a, b)]
    seen = {(a, b)}
    aligned: set[tuple[int, int]] = set()
    found = OpDifference("what they carry differs", graph.ops[a], graph.ops[b])
    users = {(a, b): found}
    while pending:
        last = pending.pop()
        if isinstance(last, OpDifference):
            return last
        a, b = last
        if len(seen) > PAIRS:
            return found
        old, new = graph.ops[a], graph.ops[b]
        if last not in aligned and (a in graph.before or b in graph.before):
            olds, news = _effects(graph, numbers, a), _effects(graph, numbers, b)
            graph.budget.spend(len(olds) + len(news), old)
            if len(olds) > len(news):
                pending.append(OpDifference("an effect is missing", graph.ops[olds[len(news)]], new))
            elif len(olds) < len(news):
                pending.append(OpDifference("an effect is added", old, graph.ops[news[len(olds)]]))
            pairs = list(zip(olds, news, strict=False))
            seen.discard(last)
            aligned.update(pairs)
        elif graph.labels[a] != graph.labels[b] or len(graph.args[a]) != len(graph.args[b]):
            x, y = keys[graph.labels[a]], keys[graph.labels[b]]
            return users[last] if FUNCTIONS & {old.name, new.name} else OpDifference(_reason(x, y), old, new)
        else:
            pairs = list(zip(graph.args[a], graph.args[b], strict=True))
        fresh = [pair for pair in pairs if numbers[pair[0]] != numbers[pair[1]] and pair not in seen]
        seen.update(fresh)
        pending += reversed(fresh)
        users.update(dict.fromkeys(fresh, OpDifference("another operand", old, new)))
    return found


def _effects(graph: Graph, numbers: list[int], state: int) -> list[int]:
    """Return the memory states up to `state`, oldest first, without loops and conditionals that have no effects."""
    found = [state]
    while state in graph.before:
        state = graph.before[state]
        if numbers[state] == numbers[found[-1]]:
            found[-1] = state
        else:
            found.append(state)
    return found[::-1]


def _reason(old: object, new: object) -> str:
    if isinstance(old, Label) and isinstance(new, Label) and old.name == new.name:
        field = next((name for name, x, y in zip(Label._fields, old, new, strict=True) if x != y), "operands")
        return f"other {field}"
    if isinstance(new, tuple) and new[0] == "hints":
        return "a hint is added"
    constants = isinstance(old, tuple) and isinstance(new, tuple) and old[0] == new[0] == "constant"
    return "another constant" if constants else "another operation"

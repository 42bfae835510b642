"""What a choice needs, step by step, and what each step adds to any schedule at least.

A class is needed in memory (`buffer`), where a dispatch can read it (`read`), as the target of an insertion (`target`), in the
dispatch of another class (`joined`; `made` through another shape), or written into a target (`into`). What depends on other users
is left out: each joins without a launch of its own, and writes in place. So every choice takes steps that cost no more than it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from egraph_opt.cost.price import asked
from egraph_opt.families.region.choice.commands import Command
from egraph_opt.families.region.choice.cost import RegionCost, least
from egraph_opt.families.region.choice.operands import Nodes, Operands
from egraph_opt.families.region.choice.saturate import Graph, Node
from egraph_opt.families.region.encode.nest import Nest
from egraph_opt.families.region.vocabulary.window import Window

BINDING = ("flops", "moved")
"""What bounds the time of a dispatch: arithmetic or memory. Only one of them counts for it, so that costs add up."""

Need = tuple[str, int, str, int]
"""A way in which a class is needed, the class, what counts of its dispatch (empty if that does not matter), and the class that its
dispatch writes, or -1 if that does not matter.

An operation that stays where it is, is needed as `operation`; the number is its place.
"""
Needs = tuple[tuple[Need, int], ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A way to make what is needed.

    Attributes:
        node: the node of the class that is taken, if one is.
        cost: what the step adds to any schedule at least.
        needs: what it needs, and how many waves before it that is made at least.
        waves: the number of waves until it is done, at least.
    """

    node: Node | None
    cost: float
    needs: Needs = ()
    waves: int = 0


class Steps:
    """The steps for all that the results of a function may need.

    What joins a dispatch has no other use. With `apart`, a class that joins several dispatches is therefore paid for in each of them,
    with all that is computed for it: no choice costs less than that, either, but there are more steps.

    Args:
        graph: the e-graph.
        nodes: its nodes, one by one.
        model: the cost model.
        owned: the tensors from outside that may be written.
        apart: whether what joins a dispatch is told apart by what the dispatch writes.
    """

    def __init__(self, graph: Graph, nodes: Nodes, model: RegionCost, owned: set[int], apart: bool = False) -> None:
        self.graph, self.nodes, self.model, self.owned, self.apart = graph, nodes, model, owned, apart
        self.program, self.bytes = nodes.program, nodes.bytes
        self.roots: list[Need] = [("buffer", root, "", -1) for root in dict.fromkeys(graph.roots)]
        ways = {
            "buffer": self._buffer, "read": self._read, "target": self._target, "into": self._into, "once": self._once,
            "operation": self._operation,
        }  # fmt: skip
        found: dict[Need, list[Step]] = {}
        todo = list(self.roots)
        while todo:
            kind, c, binding, by = need = todo.pop()
            if need not in found:
                if kind in ("joined", "made"):
                    found[need] = list((self._joined if kind == "joined" else self._made)(c, binding, by))
                else:
                    found[need] = list(ways[kind](c))
                todo += [x for step in found[need] for x, _ in step.needs]
        self.of = possible(found)

    def _least(
        self, kind: str, flops: float = 0.0, moved: float = 0.0, nests: tuple[Nest, ...] = (), binding: str = "moved"
    ) -> float:
        flops, moved = (0.0 if binding == "moved" else flops), (0.0 if binding == "flops" else moved)
        command = Command(kind, (), (), flops, int(moved), nests)
        return asked(self.model, "a command", lambda c: least(self.model, c), command)

    def _written(self, c: int, needs: str, of: int, node: Node | None = None, more: Needs = (), size: int = -1) -> Iterator[Step]:
        """Yield the steps of a dispatch that writes what it computes."""
        for b in BINDING:
            cost = self._least("part", 0.0, self.bytes[c] if size < 0 else size, (), b)
            by = c if self.apart else -1
            yield Step(node, cost, (((needs, of, b, by), 0), *more), 1)

    def _joined(self, c: int, binding: str, by: int) -> Iterator[Step]:
        """Yield the ways in which a dispatch computes a class, without writing it."""
        for n in self.nodes.of[c]:
            if self.nodes.computes(c, n):
                for operands in self.nodes.operands(n):
                    yield from self._computed(c, n, operands, binding, by)

    def _computed(self, c: int, n: Node, operands: Operands, binding: str, by: int) -> Iterator[Step]:
        work = self.nodes.lower.work(self.nodes.take(c, n, operands))
        moved, own = self.nodes.read(operands.tensors), self.bytes[c]
        alone = {b: self._least("part", work.flops, moved + own, (), b) for b in BINDING}
        if binding == ("flops" if alone["flops"] > alone["moved"] else "moved"):
            cost = self._least("dispatch", work.flops, moved, work.nests, binding)
            yield Step(n, cost, _read(operands.tensors), 1)
        for i, x in enumerate(operands.listed):
            if (
                x in self.nodes.selected.joined(c)
                and x in self.nodes.seen
                and any(self.nodes.computes(x, m) for m in self.nodes.of[x])
            ):
                others = (*operands.tensors[:i], *operands.tensors[i + 1 :])
                cost = self._least("part", work.flops, self.nodes.read(others, self.nodes.seen[x]), work.nests, binding)
                yield Step(n, cost, ((("joined", x, binding, by), 0), *_read(others)), 1)

    def _through(self, n: Node, kind: str, binding: str = "", by: int = -1) -> Iterator[Step]:
        """Yield the ways in which another shape of the same bytes is made as its operand is."""
        for operands in self.nodes.operands(n):
            yield Step(n, 0.0, tuple(((kind, x, binding, by), 0) for x in operands.tensors))

    def _views(self, c: int) -> list[Node]:
        return [n for n in self.nodes.of[c] if self.nodes.is_view(c, n)]

    def _made(self, c: int, binding: str, by: int) -> Iterator[Step]:
        """Yield the ways in which the dispatch of an insertion computes a class, perhaps in another shape."""
        yield Step(None, 0.0, ((("joined", c, binding, by), 0),))
        for n in self._views(c):
            yield from self._through(n, "made", binding, by)

    def _into(self, c: int) -> Iterator[Step]:
        """Yield the ways in which a class is written into a target by the dispatch that computes it."""
        yield from self._written(c, "joined", c)
        for n in self.nodes.of[c]:
            if n.symbol == "fused_pad":
                yield from self._written(c, "made", n.children[0], n)
        for n in self._views(c):
            yield from self._through(n, "into")

    def _read(self, c: int) -> Iterator[Step]:
        """Yield the ways in which a dispatch can read a class."""
        for n in self.nodes.of[c]:
            match n.symbol:
                case "tensor" | "empty" | "splat":
                    yield Step(n, 0.0, self._after(n))
                case "slice":
                    yield Step(n, 0.0, ((("read", n.children[0], "", -1), -self._beside(n)),))
        for n in self._views(c):
            yield from self._through(n, "read")
        yield Step(None, 0.0, ((("buffer", c, "", -1), 0),))

    def _beside(self, n: Node) -> int:
        """Return 1 if a slice may be read while something beside it is written into the same buffer, else 0."""
        (base,), areas = n.children, self.nodes.selected.areas
        inserts = (m for m in self.nodes.of[base] if m.symbol == "insert")
        return int(bool(self._views(base)) or any(self._touch(areas[n.numbers[0]], areas[m.numbers[0]]) for m in inserts))

    def _touch(self, v: Window, w: Window) -> bool:
        """Return whether one of two windows begins in memory where the other ends."""
        (first, last), (begin, end) = map(self.program.names.place, (v, w))
        return first == end or last == begin

    def _after(self, n: Node) -> Needs:
        """Return the operation that makes a tensor, if one does that stays where it is."""
        at = self.program.made_by[n.numbers[0]] if n.symbol == "tensor" else -1
        return ((("operation", at, "", -1), 0),) if at >= 0 else ()

    def _buffer(self, c: int) -> Iterator[Step]:
        """Yield the ways in which a class gets into memory."""
        size, selected = self.bytes[c], self.nodes.selected
        for n in self.nodes.of[c]:
            self.nodes.take(c, n)
            match n.symbol:
                case "tensor" | "empty":
                    yield Step(n, 0.0, self._after(n))
                case "splat":
                    yield Step(n, self._least("fill", 0.0, size), (), 1)
                case "slice":
                    work, kind = self.nodes.lower.copied(c), "copy" if selected.is_dense(c) else "slow"
                    needs = ((("read", n.children[0], "", -1), 1 - self._beside(n)),)
                    yield Step(n, self._least(kind, 0.0, work.moved, work.nests), needs, 1)
                case "transfer":
                    yield Step(n, self._least("transfer", 0.0, size), _read(n.children), 1)
                case "insert":
                    yield from self._inserted(c, n)
                case "fused_insert":
                    y, d = n.children
                    yield from self._written(c, "made", y, n, ((("target", d, "", -1), 1),), self.bytes[y])
                case "fused_pad":
                    yield from self._written(c, "made", n.children[0], n)
                case "work" if selected.split(c) and not self.nodes.is_view(c, n):
                    for operands in self.nodes.operands(n):
                        once = ("once", n.numbers[0], "", -1), 0
                        yield Step(n, 0.0, (once, *_read(operands.tensors)), 1)
        for n in self._views(c):
            yield from self._through(n, "buffer")
        if any(self.nodes.computes(c, n) and not selected.split(c) for n in self.nodes.of[c]):
            yield from self._written(c, "joined", c)

    def _once(self, f: int) -> Iterator[Step]:
        """Yield the dispatch of a computation with several results."""
        yield Step(None, self._least("dispatch"), (), 1)

    def _inserted(self, c: int, n: Node) -> Iterator[Step]:
        y, d = n.children
        work, size, symbols = self.nodes.lower.copied(c), self.bytes[y], self.nodes.symbols(y)
        target = ("target", d, "", -1), self._between(c, d)
        if not self.nodes.selected.is_dense(c):
            yield Step(n, self._least("slow", 0.0, work.moved, work.nests), (target, *_read((y,))), 1)
            return
        yield Step(n, 0.0, (target, (("into", y, "", -1), 0)), 1)
        yield Step(n, self._least("copy", 0.0, 2 * size), (target, *_read((y,))), 1)
        if "splat" in symbols:
            yield Step(n, self._least("fill", 0.0, size), (target,), 1)
        if "empty" in symbols:
            yield Step(n, 0.0, ((target[0], 0),))

    def _between(self, c: int, d: int) -> int:
        """Return how many waves an insertion runs after what made its target, at least: none if it may lie beside it."""
        if not self.nodes.selected.is_dense(c):
            return 1
        selected = self.nodes.selected
        for m in self.nodes.of[d]:
            if m.symbol == "insert":
                if self._touch(selected.window(c), selected.areas[m.numbers[0]]):
                    return 0
            elif m.symbol not in ("tensor", "empty", "splat", "fused_insert"):
                return 0
        return 1

    def _target(self, c: int) -> Iterator[Step]:
        """Yield the ways in which a class gets into a buffer that may be written."""
        tensors = [n for n in self.nodes.of[c] if n.symbol == "tensor" and n.numbers[0] in self.owned]
        for n in tensors:
            constant = self.program.constant_input(n.numbers[0])
            yield Step(n, self._least("copy", 0.0, 2 * self.bytes[c]) if constant else 0.0, self._after(n), int(constant))
        if self.nodes.symbols(c) != {"tensor"}:
            yield Step(None, 0.0, ((("buffer", c, "", -1), 0),))

    def _operation(self, at: int) -> Iterator[Step]:
        """Yield what an operation needs that stays where it is. It runs a command if IREE has formed it as a dispatch."""
        runs = int(self.program.skeleton[at] in self.program.bodies)
        roots = dict.fromkeys(r for r, place in zip(self.graph.roots, self.program.root_at, strict=True) if place == at)
        yield Step(None, 0.0, tuple((("buffer", r, "", -1), runs) for r in roots), runs)


def _read(tensors: tuple[int, ...]) -> Needs:
    """Return the needs of a command that reads tensors."""
    return tuple((("read", x, "", -1), 1) for x in tensors)


def possible(found: dict[Need, list[Step]]) -> dict[Need, list[Step]]:
    """Return the steps whose needs can all be met."""
    can: set[Need] = set()
    waiting: dict[Need, list[tuple[Need, Step]]] = {}
    """Steps by a need of theirs that is not known to be met, each with what it makes."""
    todo = [(need, step) for need, steps in found.items() for step in steps]
    while todo:
        need, step = todo.pop()
        lacking = next((x for x, _ in step.needs if x not in can), None)
        if lacking is not None:
            waiting.setdefault(lacking, []).append((need, step))
        elif need not in can:
            can.add(need)
            todo += waiting.pop(need, [])
    return {need: [s for s in steps if all(x in can for x, _ in s.needs)] for need, steps in found.items() if need in can}

"""The ways in which commands read a class: in memory, as a slice of what is there, or in another shape.

A dispatch reads any slice (`read`), a copy only a contiguous one (`source`). In another shape, a scattered slice is read only where
some extents of one are dropped (`narrow`, else `reshape_steps`), and no shape of another shape is read in place at all.
"""

from __future__ import annotations

from collections.abc import Iterator

from egraph_opt.families.region.choice.demand_states import DemandStep, Needs, insertion_need, plain
from egraph_opt.families.region.choice.node_table import Nodes
from egraph_opt.families.region.choice.saturate import Node


class Reads:
    """The steps by which classes are read.

    Args:
        nodes: the nodes, one by one.
    """

    def __init__(self, nodes: Nodes) -> None:
        self.nodes, self.program = nodes, nodes.program

    def read(self, c: int) -> Iterator[DemandStep]:
        """Yield the ways in which a dispatch can read a class."""
        yield from self._slices(c, scattered=True)
        yield from self._plain_steps(c)

    def source(self, c: int) -> Iterator[DemandStep]:
        """Yield the ways in which a copy can read a class: no scattered slice."""
        yield from self._slices(c, scattered=False)
        yield from self._plain_steps(c)

    def narrow(self, c: int) -> Iterator[DemandStep]:
        """Yield the ways in which a class can be read without some extents of one."""
        yield from self._slices(c, scattered=True)
        yield DemandStep(None, 0.0, ((plain("buffer", c), 0),))

    def reshape_steps(self, c: int) -> Iterator[DemandStep]:
        """Yield the ways in which a class can be read in another shape."""
        yield from self._slices(c, scattered=False)
        yield DemandStep(None, 0.0, ((plain("buffer", c), 0),))

    def _plain_steps(self, c: int) -> Iterator[DemandStep]:
        """Yield the ways in which a class can be read that is no slice."""
        for n in self.nodes.of[c]:
            if n.symbol in ("tensor", "empty", "splat"):
                yield DemandStep(n, 0.0, self.after(n))
        for n in self.views(c):
            self.nodes.take(c, n)
            yield from self.through(n, "narrow" if self.nodes.selected.drops_unit_dims(c) else "shaped")
        yield DemandStep(None, 0.0, ((plain("buffer", c), 0),))

    def _slices(self, c: int, scattered: bool) -> Iterator[DemandStep]:
        """Yield the ways in which a class is read as a slice in its source."""
        for n in self.nodes.of[c]:
            if n.symbol == "slice" and (scattered or self.nodes.selected.is_dense(self.nodes.take(c, n))):
                yield from self.slices(n)

    def slices(self, n: Node) -> Iterator[DemandStep]:
        """Yield the ways in which a slice is read: after its source is made, or while something beside it is written there.

        A slice of a slice may lie beside what its source overlaps. The rules make one slice of both, which is another way.
        """
        (base,) = n.children
        yield DemandStep(n, 0.0, ((plain("read", base), 0),))
        if self.views(base):
            yield DemandStep(n, 0.0, ((plain("read", base), -1),))
        for k, m in enumerate(self.nodes.of[base]):
            if m.symbol == "insert" and self.touch(m, n):
                yield DemandStep(n, 0.0, ((insertion_need(base, k), -1),))

    def touch(self, m: Node, n: Node) -> bool:
        """Return whether one of the windows of two nodes begins in memory where the other ends."""
        areas = self.nodes.selected.areas
        (first, last), (begin, end) = (self.program.names.place(areas[x.numbers[0]]) for x in (m, n))
        return first == end or last == begin

    def after(self, n: Node) -> Needs:
        """Return the operation that makes a tensor, if one does that stays where it is."""
        at = self.program.made_by[n.numbers[0]] if n.symbol == "tensor" else -1
        return ((plain("operation", at), 0),) if at >= 0 else ()

    def views(self, c: int) -> list[Node]:
        return [n for n in self.nodes.of[c] if self.nodes.is_view(c, n)]

    def through(self, n: Node, kind: str) -> Iterator[DemandStep]:
        """Yield the ways in which another shape of the same bytes is made as its operand is."""
        for operands in self.nodes.operands(n):
            yield DemandStep(n, 0.0, tuple((plain(kind, x), 0) for x in operands.tensors))

"""Read modes of e-classes: from memory, as a slice within its source, or in another shape.

A dispatch can read any slice (`read`), a copy only a contiguous one (`source`). A reshaped scattered slice is readable only if
unit dimensions are dropped (`narrow`, else `reshape_steps`). A reshape of a reshape is never read in place.
"""

from __future__ import annotations

from collections.abc import Iterator

from egraph_opt.families.region.choice.demand_states import DemandStep, Needs, insertion_need, plain
from egraph_opt.families.region.choice.node_table import Nodes
from egraph_opt.families.region.choice.saturate import Node


class Reads:
    """Steps by which e-classes are read.

    Args:
        nodes: the node table.
    """

    def __init__(self, nodes: Nodes) -> None:
        self.nodes, self.program = nodes, nodes.program

    def read(self, c: int) -> Iterator[DemandStep]:
        """Yield the steps by which a dispatch can read an e-class."""
        yield from self._slices(c, scattered=True)
        yield from self._plain_steps(c)

    def source(self, c: int) -> Iterator[DemandStep]:
        """Yield the steps by which a copy can read an e-class: no scattered slices."""
        yield from self._slices(c, scattered=False)
        yield from self._plain_steps(c)

    def narrow(self, c: int) -> Iterator[DemandStep]:
        """Yield the steps by which an e-class can be read without some unit dimensions."""
        yield from self._slices(c, scattered=True)
        yield DemandStep(None, 0.0, ((plain("buffer", c), 0),))

    def reshape_steps(self, c: int) -> Iterator[DemandStep]:
        """Yield the steps by which an e-class can be read in another shape."""
        yield from self._slices(c, scattered=False)
        yield DemandStep(None, 0.0, ((plain("buffer", c), 0),))

    def _plain_steps(self, c: int) -> Iterator[DemandStep]:
        """Yield the steps by which an e-class can be read other than as a slice."""
        for n in self.nodes.of[c]:
            if n.symbol in ("tensor", "empty", "splat"):
                yield DemandStep(n, 0.0, self.after(n))
        for n in self.views(c):
            self.nodes.take(c, n)
            yield from self.through(n, "narrow" if self.nodes.selected.drops_unit_dims(c) else "shaped")
        yield DemandStep(None, 0.0, ((plain("buffer", c), 0),))

    def _slices(self, c: int, scattered: bool) -> Iterator[DemandStep]:
        """Yield the steps by which an e-class is read as a slice within its source."""
        for n in self.nodes.of[c]:
            if n.symbol == "slice" and (scattered or self.nodes.selected.is_dense(self.nodes.take(c, n))):
                yield from self.slices(n)

    def slices(self, n: Node) -> Iterator[DemandStep]:
        """Yield the steps by which a slice is read: after its source is made, or while an adjacent window is written.

        For a slice of a slice, the rules add the combined slice as another node, so only adjacent windows of the source matter
        here.
        """
        (base,) = n.children
        yield DemandStep(n, 0.0, ((plain("read", base), 0),))
        if self.views(base):
            yield DemandStep(n, 0.0, ((plain("read", base), -1),))
        for k, m in enumerate(self.nodes.of[base]):
            if m.symbol == "insert" and self.touch(m, n):
                yield DemandStep(n, 0.0, ((insertion_need(base, k), -1),))

    def touch(self, m: Node, n: Node) -> bool:
        """Return whether the windows of two nodes are adjacent in memory."""
        areas = self.nodes.selected.areas
        (first, last), (begin, end) = (self.program.names.place(areas[x.numbers[0]]) for x in (m, n))
        return first == end or last == begin

    def after(self, n: Node) -> Needs:
        """Return the need of the operation outside the e-graph that makes a tensor, if there is one."""
        at = self.program.made_by[n.numbers[0]] if n.symbol == "tensor" else -1
        return ((plain("operation", at), 0),) if at >= 0 else ()

    def views(self, c: int) -> list[Node]:
        return [n for n in self.nodes.of[c] if self.nodes.is_view(c, n)]

    def through(self, n: Node, kind: str) -> Iterator[DemandStep]:
        """Yield the steps by which a reshape is made like its operand."""
        for operands in self.nodes.operands(n):
            yield DemandStep(n, 0.0, tuple((plain(kind, x), 0) for x in operands.tensors))

"""Ways to read an e-class: from its own buffer, as a slice from the sliced tensor's buffer, or in another shape.

A dispatch can read any slice in place (requirement `read`). A copy can read only a contiguous slice in place (`source`). The reshape of a
non-contiguous slice can be read in place only if it just drops unit dimensions (`narrow`).
"""

from __future__ import annotations

from collections.abc import Iterator

from egraph_opt.families.region.choice.demand_states import DemandStep, Needs, insertion_need, plain
from egraph_opt.families.region.choice.node_table import Nodes
from egraph_opt.families.region.choice.saturate import Node


class Reads:
    """Alternatives (`DemandStep`) for reading an e-class.

    Args:
        nodes: table of all nodes of the e-graph.
    """

    def __init__(self, nodes: Nodes) -> None:
        self.nodes, self.program = nodes, nodes.program

    def read(self, c: int) -> Iterator[DemandStep]:
        """Yield each way in which a dispatch can read an e-class."""
        yield from self._slices(c, scattered=True)
        yield from self._plain_steps(c)

    def source(self, c: int) -> Iterator[DemandStep]:
        """Yield each way in which a copy can read an e-class; a slice must be contiguous."""
        yield from self._slices(c, scattered=False)
        yield from self._plain_steps(c)

    def narrow(self, c: int) -> Iterator[DemandStep]:
        """Yield each way to read an e-class without some of its unit dimensions."""
        yield from self._slices(c, scattered=True)
        yield DemandStep(None, 0.0, ((plain("buffer", c), 0),))

    def reshape_steps(self, c: int) -> Iterator[DemandStep]:
        """Yield each way to read an e-class in another shape."""
        yield from self._slices(c, scattered=False)
        yield DemandStep(None, 0.0, ((plain("buffer", c), 0),))

    def _plain_steps(self, c: int) -> Iterator[DemandStep]:
        """Yield each way to read an e-class, except as a slice of another tensor."""
        for n in self.nodes.of[c]:
            if n.symbol in ("tensor", "empty", "splat"):
                yield DemandStep(n, 0.0, self.after(n))
        for n in self.views(c):
            self.nodes.take(c, n)
            yield from self.through(n, "narrow" if self.nodes.selected.drops_unit_dims(c) else "shaped")
        yield DemandStep(None, 0.0, ((plain("buffer", c), 0),))

    def _slices(self, c: int, scattered: bool) -> Iterator[DemandStep]:
        """Yield each way to read an e-class as a slice, from the buffer of the sliced tensor."""
        for n in self.nodes.of[c]:
            if n.symbol == "slice" and (scattered or self.nodes.selected.is_dense(self.nodes.take(c, n))):
                yield from self.slices(n)

    def slices(self, n: Node) -> Iterator[DemandStep]:
        """Yield each way to read slice `n`: after the sliced tensor is complete, or in the wave that writes an adjacent part."""
        (base,) = n.children
        yield DemandStep(n, 0.0, ((plain("read", base), 0),))
        if self.views(base):
            yield DemandStep(n, 0.0, ((plain("read", base), -1),))
        for k, m in enumerate(self.nodes.of[base]):
            if m.symbol == "insert" and self.touch(m, n):
                yield DemandStep(n, 0.0, ((insertion_need(base, k), -1),))

    def touch(self, m: Node, n: Node) -> bool:
        """Return whether the windows of nodes `m` and `n` are adjacent in memory."""
        areas = self.nodes.selected.areas
        (first, last), (begin, end) = (self.program.names.place(areas[x.numbers[0]]) for x in (m, n))
        return first == end or last == begin

    def after(self, n: Node) -> Needs:
        """Return the requirement that the opaque operation that makes tensor `n` runs first; empty if there is no such operation."""
        at = self.program.made_by[n.numbers[0]] if n.symbol == "tensor" else -1
        return ((plain("operation", at), 0),) if at >= 0 else ()

    def views(self, c: int) -> list[Node]:
        return [n for n in self.nodes.of[c] if self.nodes.is_view(c, n)]

    def through(self, n: Node, kind: str) -> Iterator[DemandStep]:
        """Yield each way to satisfy a requirement of kind `kind` on reshape `n`: by the same requirement on its operand."""
        for operands in self.nodes.operands(n):
            yield DemandStep(n, 0.0, tuple((plain(kind, x), 0) for x in operands.tensors))

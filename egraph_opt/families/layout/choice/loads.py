"""Which nodes of an extraction problem move a large load: a search that may not move loads does without them."""

from __future__ import annotations

from egraph_opt.families.layout.choice.pose import Posed
from egraph_opt.families.layout.encode.encoding import Encoding
from egraph_opt.families.layout.encode.flexible import may_repeat
from egraph_opt.ir.module import Op
from egraph_opt.ir.types import tensor_type


def moved_loads(encoding: Encoding, posed: Posed, threads: int) -> set[int]:
    """The nodes that are large loads in other layouts than they are written in."""
    written = set(posed.initial)

    def large(op: Op) -> bool:
        tensor = tensor_type(op.results[0].type)
        return op.name == "tt.load" and tensor is not None and not may_repeat(tensor, threads)

    loads = {f for f, function in enumerate(encoding.functions) if function.op.results and large(function.op)}
    return {n for n, node in enumerate(posed.nodes) if node.f in loads and node.symbol != "leaf" and n not in written}

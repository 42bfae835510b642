"""Check of terminators: every block ends with a terminator that its parent operation allows."""

from __future__ import annotations

from egraph_opt.ir.declaration_lookup import DECLARATIONS
from egraph_opt.ir.module import Op, Region

_PARENTS = {
    "tt.return": ("tt.func",), "func.return": ("func.func",), "scf.condition": ("scf.while",),
    "tt.reduce.return": ("tt.reduce",), "tt.scan.return": ("tt.scan",), "tt.map_elementwise.return": ("tt.map_elementwise",),
    "ttg.warp_return": ("ttg.warp_specialize.partitions",), "ttg.warp_yield": ("ttg.warp_specialize",),
    "scf.yield": ("scf.for", "scf.if", "scf.while", "scf.index_switch", "scf.execute_region", "scf.parallel"),
}  # fmt: skip
"""Allowed parent operations of each terminator; `cf.br` and `cf.cond_br` are allowed everywhere."""
TERMINATORS = frozenset((*_PARENTS, "cf.br", "cf.cond_br"))
_ENDED = frozenset(parent for name, parents in _PARENTS.items() if name != "scf.yield" for parent in parents)
"""Operations whose blocks need an explicit terminator (other than `scf.yield`, which may be omitted without operands)."""


def fault(op: Op) -> tuple[Op | Region, str] | None:
    """Return the first operation or region with an invalid terminator, and the reason, or None."""
    for region in op.regions[: 1 if op.name == "ttg.warp_specialize" else None]:  # the second region contains the partitions
        for block in region.blocks:
            for inner in block.ops[:-1]:
                if inner.name in TERMINATORS:
                    return inner, f"'{inner.name}' must be the last operation of its block"
            last = block.ops[-1] if block.ops else None
            if last is None or last.name not in TERMINATORS:
                if op.name in _ENDED and (last is None or last.results or last.regions or last.name in DECLARATIONS):
                    return last or region, f"a block of '{op.name}' ends without a terminator"
            elif op.name not in _PARENTS.get(last.name, (op.name,)):
                return last, f"'{last.name}' cannot stand in '{op.name}'"
    return None

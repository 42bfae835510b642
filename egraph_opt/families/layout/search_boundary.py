"""Boundary of the search: opaque operations next to remaining conversions, whose layouts an optimality claim does not cover."""

from __future__ import annotations

from egraph_opt.families.layout.encode.op_encoding import laid_out
from egraph_opt.families.layout.options import Options
from egraph_opt.ir.declaration import Effect, Layouts, declaration, reduces_in_any_order
from egraph_opt.ir.def_use import defining_ops
from egraph_opt.ir.module import Op, Value

CONVERT = "ttg.convert_layout"
_PRESCRIBED = ("tt.dot", "tt.dot_scaled", "ttng.warp_group_dot", "ttng.warp_group_dot_wait", "ttng.tmem_load")
"""Operations whose layouts the hardware dictates."""
_STORES = ("tt.store", "tt.descriptor_store", "tt.descriptor_reduce")


def unsearched_remark(function: Op, options: Options) -> tuple[str, ...]:
    """Return a remark if layout conversions remain next to opaque operations, else nothing.

    The remark also lists moves that options disallow.
    """
    opaque = opaque_beside_conversions(function)
    if not opaque:
        return ()
    left_out = [f"layouts of {', '.join(opaque)}, which are opaque here", *moves_left_out(function, options)]
    return (f"not searched, beside conversions that stay: {'; '.join(left_out)}",)


def opaque_beside_conversions(function: Op) -> tuple[str, ...]:
    """Return the names of the operations next to conversions whose layouts are not searched."""
    return tuple(sorted({op.name for op in _beside_conversions(function) if _is_opaque(op)}))


def moves_left_out(function: Op, options: Options) -> list[str]:
    """Return descriptions of disallowed moves of operations next to conversions, with the option that allows each."""
    moves, beside = options.moves, _beside_conversions(function)
    left_out = {
        "loads in other layouts (--move-loads)": not moves.loads and any(op.name == "tt.load" for op in beside),
        "stores in other layouts (--move-stores)": not moves.stores and any(op.name in _STORES for op in beside),
        "sums in another order (--reassociate)": not options.reassociate and any(map(_has_order, beside)),
    }
    return [said for said, out in left_out.items() if out]


def _beside_conversions(function: Op) -> list[Op]:
    """Return the operations that define a conversion's operand or use its result, in program order."""
    ops = list(function.walk())
    made = defining_ops(ops)
    converted: set[Value] = {value for op in ops if op.name == CONVERT for value in op.results}
    sources = {made[value] for op in ops if op.name == CONVERT for value in op.operands if value in made}
    return [op for op in ops if op.name != CONVERT and (op in sources or not converted.isdisjoint(op.operands))]


def _has_order(op: Op) -> bool:
    """Return whether an operation's result depends on the order of its elements."""
    return "allow_reorder" in op.attributes or (op.name in ("tt.reduce", "tt.scan") and not reduces_in_any_order(op))


def _is_opaque(op: Op) -> bool:
    """Return whether an operation with tensor operands and results is opaque to layouts, though the hardware does not dictate them."""
    known = declaration(op)
    fixed = known.effect is Effect.OPAQUE or known.layouts is Layouts.ANCHOR
    whole = any(map(laid_out, op.operands)) and any(map(laid_out, op.results))
    return fixed and whole and op.name not in _PRESCRIBED and not op.name.startswith("scf.")

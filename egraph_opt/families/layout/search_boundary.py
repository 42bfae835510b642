"""Boundary of the search: what an optimality claim does not cover.

It does not cover opaque operations next to remaining layout conversions. Nor does it cover changes that options forbid, such as
other layouts of loads.
"""

from __future__ import annotations

from collections.abc import Callable

from egraph_opt.core.result import UNSEARCHED
from egraph_opt.families.layout.encode.op_encoding import laid_out
from egraph_opt.families.layout.encode.transparent_ops import may_repeat
from egraph_opt.families.layout.options import Options
from egraph_opt.ir.analysis.same_thread_accesses import accesses_by_thread
from egraph_opt.ir.declaration_lookup import Effect, Layouts, declaration, reduces_in_any_order
from egraph_opt.ir.def_use import defining_ops, using_ops
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import tensor_type

CONVERT = "ttg.convert_layout"
_PRESCRIBED = ("tt.dot", "tt.dot_scaled", "ttng.warp_group_dot", "ttng.warp_group_dot_wait", "ttng.tmem_load")
"""Operations whose layouts the hardware dictates."""
_PASSING = (
    Layouts.POINTWISE, Layouts.BROADCAST, Layouts.EXPAND_DIMS, Layouts.REINDEX, Layouts.INTERLEAVE, Layouts.SEPARATE, Layouts.CONVERT,
)  # fmt: skip
"""Behaviours of operations through which a layout is searched in both directions."""
_STORES = ("tt.store", "tt.descriptor_store", "tt.descriptor_reduce")


def unsearched_remark(function: Op, options: Options, threads: int) -> tuple[str, ...]:
    """Return a remark if layout conversions remain near opaque operations, or if changes that the options forbid may remove them."""
    opaque = opaque_beside_conversions(function)
    left_out = [f"layouts of {', '.join(opaque)}, which are opaque here"] if opaque else []
    left_out += moves_left_out(function, options, threads)
    return (f"{UNSEARCHED}beside conversions that stay: {'; '.join(left_out)}",) if left_out else ()


def opaque_beside_conversions(function: Op) -> tuple[str, ...]:
    """Return the names of opaque operations (whose layouts are not searched) that define or use a converted value."""
    return tuple(sorted({op.name for op in _beside_conversions(function) if _is_opaque(op)}))


def moves_left_out(function: Op, options: Options, threads: int) -> list[str]:
    """Return descriptions of changes that may remove a conversion but are not allowed, each with the option that allows it, if any."""
    moves, by_thread = options.moves, accesses_by_thread(function)

    def is_fixed(op: Op) -> bool:
        loaded = tensor_type(op.results[0].type) if op.name == "tt.load" else None
        return loaded is not None and not moves.loads and not may_repeat(loaded, threads)

    near = _near_conversions(function, lambda op: op in by_thread or is_fixed(op))
    beside = [op for op in near if op not in by_thread]
    left_out = {
        "loads in other layouts (--move-loads)": any(map(is_fixed, beside)),
        "stores in other layouts (--move-stores)": not moves.stores and any(op.name in _STORES for op in beside),
        "loads and stores of one array, which are ordered because one thread makes both": len(beside) < len(near),
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


def _near_conversions(function: Op, is_fixed: Callable[[Op], bool]) -> list[Op]:
    """Return the operations that define or use a value whose layout is that of a converted value, or follows from it."""
    ops = list(function.walk())
    made, users = defining_ops(ops), using_ops(ops)
    near: set[Op] = set()
    todo = [value for op in ops if op.name == CONVERT for value in (*op.operands, *op.results)]
    seen = set(todo)
    while todo:
        value = todo.pop()
        for op in (*([made[value]] if value in made else ()), *users.get(value, ())):
            if op not in near:
                near.add(op)
                passes = declaration(op).layouts in _PASSING and not is_fixed(op)
                passed = (v for v in (*op.operands, *op.results) if passes and laid_out(v))
                fresh = [v for v in passed if v not in seen]
                seen.update(fresh)
                todo += fresh
    return [op for op in ops if op in near]


def _has_order(op: Op) -> bool:
    return "allow_reorder" in op.attributes or (op.name in ("tt.reduce", "tt.scan") and not reduces_in_any_order(op))


def _is_opaque(op: Op) -> bool:
    """Return whether the search cannot change the layouts of an operation on tensors, although the hardware does not prescribe them."""
    known = declaration(op)
    fixed = known.effect is Effect.OPAQUE or known.layouts is Layouts.ANCHOR
    whole = any(map(laid_out, op.operands)) and any(map(laid_out, op.results))
    return fixed and whole and op.name not in _PRESCRIBED and not op.name.startswith("scf.")

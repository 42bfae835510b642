"""Nodes of values about which a program asserts facts (hints), such as `nsw` or divisibility.

Flags such as `nsw` constrain an operation, so the node of a value with flags also has the operation's operands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from egraph_opt.checker.folding.elementwise_form import Pointwise, is_pointwise
from egraph_opt.checker.folding.fold_rules import COMMUTATIVE
from egraph_opt.checker.operations.hints import FLAGS, NO_HINTS, Hints, hints_of
from egraph_opt.checker.values.value_graph import NodeKind
from egraph_opt.ir.module import Op

if TYPE_CHECKING:
    from egraph_opt.checker.graph.value_graph_builder import GraphBuilder


def add_hints(b: GraphBuilder, op: Op, node: int) -> int:
    """Return the node of an operation's result. If the operation asserts facts such as `nsw`, a further node adds them to the value."""
    hints = hints_of(op)
    if not hints:
        return node
    b.function.hinted.append((op, (node, *_flag_operands(b, op, hints)), hints))
    if b.terms.hints is not None:
        hints = b.terms.hints.get(op, NO_HINTS)
    if not hints:
        return node
    about = (node, *_flag_operands(b, op, hints))
    return _pure_node(b, NodeKind.PLAIN, b.graph.label(("hints", hints)), about, op)


def _flag_operands(b: GraphBuilder, op: Op, hints: Hints) -> list[int]:
    """Return the operand nodes of an operation with flags such as `nsw`, or [] without flags.

    For a commutative operation they are one multiset node.
    """
    if all(name not in FLAGS for name, _ in hints):
        return []
    operands = [b.value(op, v) for v in op.operands]
    if op.name.removeprefix("arith.") not in COMMUTATIVE:
        return operands
    return [_pure_node(b, NodeKind.SUM, b.graph.label("operands"), tuple(sorted(operands)), op)]


def _pure_node(b: GraphBuilder, kind: NodeKind, label: int, args: tuple[int, ...], op: Op) -> int:
    """Return a hash-consed node that depends on its operands only.

    If the check has the option `elements`, the node is in the elementwise normal form, so flags apply to each element separately.
    """
    if b.terms.elements and is_pointwise(op):
        return b.elements.add(Pointwise(kind, label, op), args)
    found = b.same.setdefault((kind, label, *args), len(b.graph.kinds))
    if found == len(b.graph.kinds):
        b.graph.add(kind, label, args, op)
        b.known.note(found)
    return found

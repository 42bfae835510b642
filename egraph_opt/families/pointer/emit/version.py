"""Versioning: `scf.if guard { raised } else { original }`, so that facts that cannot be derived are checked at run time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from egraph_opt.families.pointer.emit.guard import Guard
from egraph_opt.families.pointer.prepare.unmark import GUARD
from egraph_opt.families.pointer.rewriter.left import Left
from egraph_opt.ir.control_flow import choose_version
from egraph_opt.ir.dead_code import erase_dead
from egraph_opt.ir.module import Block, Op, Value
from egraph_opt.ir.rewrite import clone, replace_body, replace_ops, substitute_in


@dataclass(frozen=True, slots=True)
class Span:
    """Consecutive operations of one block that get two versions: those from `first` up to `last`."""

    block: Block
    first: int
    last: int

    @property
    def ops(self) -> tuple[Op, ...]:
        return self.block.ops[self.first : self.last]


def span_of(function: Op, accesses: Sequence[Op], everything: bool) -> Span:
    """Return the operations from the first access to the last, loops around them included; or the whole body. All accesses are in
    one block.

    Raises:
        Left: the whole body is more than one block.
    """
    blocks = function.regions[0].blocks
    if everything and len(blocks) > 1:
        raise Left("a kernel of several blocks is not versioned as a whole")
    wanted = set(accesses)
    for block in blocks:
        places = [i for i, op in enumerate(block.ops) if wanted.intersection(op.walk())]
        if places:
            return Span(block, 0, len(block.ops) - 1) if everything else Span(block, places[0], places[-1] + 1)
    raise Left("there is nothing to version")


def versioned(
    function: Op, span: Span, guard: Guard, before: Mapping[Op, Sequence[Op]], instead: Mapping[Op, Sequence[Op]]
) -> Op:
    """Return the function with two versions of a span: one with accesses replaced, under the guard, and the original."""
    condition = guard.condition()
    inner = set(span.ops)
    outer = [op for block in function.regions[0].blocks for op in block.ops if op not in inner]
    used = {v for op in outer for below in op.walk() for v in below.operands}
    results = tuple(v for op in span.ops for v in op.results if v in used)
    versions = []
    for ops in (substitute_in(span.ops, before, instead), span.ops):
        names: dict[Value, Value] = {}
        versions.append((clone(ops, names), [names[v] for v in results]))
    choice = choose_version(condition, results, versions, GUARD)
    head = substitute_in(span.block.ops[: span.first], before, instead)
    rest = substitute_in(span.block.ops[span.last :], before, instead)
    new = replace(span.block, ops=(*head, *guard.ops, choice, *rest))
    blocks = (
        new if b is span.block else replace_ops(b, substitute_in(b.ops, before, instead)) for b in function.regions[0].blocks
    )
    return erase_dead(replace_body(function, *blocks))

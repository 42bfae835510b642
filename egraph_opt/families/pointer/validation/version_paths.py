"""Paths through a function with guarded conditionals (raised or original code): a path takes one branch of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.rewriting.rewrite import replace_body, replace_uses

MARK = "egraph_opt.guard"
"""Attribute of a conditional that selects one of two versions."""
MAX_PATHS = 16
"""Maximum number of paths. A function with more paths is refused."""
Conditions = Mapping[int, Value]
"""Guards that hold on a path, by the index of the block that had the conditional. Later operations of the block may assume the guard."""


def versions(new: Op) -> list[tuple[Op, Conditions]]:
    """Return, for each path, the function with one branch in place of each guarded conditional, and the guards that are true.

    Raises:
        RaiseRefused: the function has too many paths.
    """
    found: list[tuple[Op, Conditions]] = [(new, {})]
    for number, block in enumerate(new.regions[0].blocks):
        places = [i for i, op in enumerate(block.ops) if op.name == "scf.if" and MARK in op.attributes and len(op.regions) == 2]
        if len(places) == 1:
            found = [version for whole, holds in found for version in _split_versions(whole, holds, number, places[0])]
        if len(found) > MAX_PATHS:
            raise RaiseRefused("too many parts are in two versions")
    return found


def _split_versions(function: Op, holds: Conditions, number: int, position: int) -> Iterator[tuple[Op, Conditions]]:
    """Yield `function` twice: with the conditional at index `position` of block `number` replaced by its first and second branch."""
    block = function.regions[0].blocks[number]
    choice = block.ops[position]
    for region, more in zip(choice.regions, ({number: choice.operands[0]}, {}), strict=True):
        ops = region.blocks[0].ops
        given: dict[Value, Value] = {}
        if choice.results:
            given = dict(zip(choice.results, ops[-1].operands, strict=True))
        if ops and ops[-1].name == "scf.yield":
            ops = ops[:-1]
        straight = replace(block, ops=(*block.ops[:position], *ops, *block.ops[position + 1 :]))
        blocks = tuple(straight if b is block else b for b in function.regions[0].blocks)
        yield replace_uses(replace_body(function, *blocks), given), {**holds, **more}

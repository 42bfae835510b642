"""Check whether the selected nodes are the input program, which then needs no rewriting."""

from __future__ import annotations

from collections.abc import Sequence

from egraph_opt.families.layout.choice.extraction_problem import CONTROL, PosedFunction
from egraph_opt.families.layout.encode.encoded_function import Encoding
from egraph_opt.ir.module import Op

TERMINATORS = ("scf.yield", "scf.condition")


def is_input(encoding: Encoding, posed: PosedFunction, choice: Sequence[int]) -> bool:
    """Return whether the selected nodes are exactly the input: no node is new, and no operation of the input is unused."""
    if any(node not in (-1, written) for node, written in zip(choice, posed.initial, strict=True)):
        return False
    wanted = {(posed.nodes[node].of, posed.nodes[node].symbol == "convert_layout") for node in choice if node >= 0}
    chosen: set[Op] = {
        encoding.functions[posed.nodes[node].f].op for node in choice if node >= 0 and posed.nodes[node].symbol == "leaf"
    }
    for value, c in posed.class_of.items():  # the first value of a class represents the others
        key = c, value in encoding.converted
        if key in wanted and (op := encoding.defined_by.get(value)) is not None:
            wanted.discard(key)
            chosen.add(op)
    return all(
        op in chosen or op in encoding.skeleton or op.name in CONTROL or op.name in TERMINATORS
        for place in encoding.scopes.places
        for op in place.block.ops
    )

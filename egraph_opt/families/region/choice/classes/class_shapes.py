"""Shapes and element types of the e-classes that a selection reaches."""

from __future__ import annotations

from egraph_opt.families.region.choice.classes.selection import SelectedNodes
from egraph_opt.families.region.vocabulary.symbolic_extent import Shape
from egraph_opt.families.region.vocabulary.window import base_shape, inner_shape
from egraph_opt.ir.types import element_of


def shapes_of(selected: SelectedNodes) -> dict[int, Shape]:
    """Return the tensor shape of each e-class that the selected nodes reach."""
    shapes: dict[int, Shape] = {}
    names = selected.program.names
    numbered, orders = list(names.shapes), list(names.permutations)
    for c in selected.order:
        node = selected.choice[c]
        match node.symbol:
            case "tensor":
                shapes[c] = selected.program.shape_of(selected.program.inputs[node.numbers[0]])
            case "splat":
                shapes[c] = numbered[node.numbers[1]]
            case "empty" | "recount":
                shapes[c] = numbered[node.numbers[0]]
            case "repeat":
                shapes[c] = numbered[node.numbers[2]]
            case "slice":
                shapes[c] = inner_shape(selected.window(c))
            case "insert" | "fused_insert" | "fused_pad" | "pad":
                shapes[c] = base_shape(selected.window(c))
            case "transpose":
                shapes[c] = tuple(shapes[node.children[0]][i] for i in orders[node.numbers[0]])
            case "elementwise":
                shapes[c] = selected.computed_shape(c)
            case "work":
                shapes[c] = selected.program.shape_of(selected.program.computations[node.numbers[0]].results[node.numbers[1]])
            case _:
                shapes[c] = shapes[node.children[0]]
    return shapes


def elements_of(selected: SelectedNodes) -> dict[int, str]:
    """Return the element type of each reached e-class; an empty tensor has the element type of its user."""
    known: dict[int, str] = {}
    for c in selected.order:
        node = selected.choice[c]
        op = selected.computation(c)
        if op is not None:
            known[c] = element_of(op.results[node.numbers[1] if node.symbol == "work" else 0].type)
        elif node.symbol == "tensor":
            known[c] = element_of(selected.program.inputs[node.numbers[0]].type)
        elif node.symbol == "splat":
            known[c] = selected.program.names.scalar_values[node.numbers[0]].type
        elif found := [known[x] for x in node.children if x in known]:
            known[c] = found[0]
    for c in reversed(selected.order):  # backwards: to the targets of insertions, and to operands
        op = selected.computation(c)
        operands = [v for v in op.operands if v in selected.program.of] if op else []
        wanted = (element_of(v.type) for v in operands) if op else (known.get(c, "f32") for _ in selected.tensors(c))
        for x, element in zip(selected.tensors(c), wanted, strict=True):
            known.setdefault(x, element)
    return known

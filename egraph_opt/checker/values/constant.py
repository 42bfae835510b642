"""Constants by value: `dense<[3, 3]>` equals `dense<3>`."""

from __future__ import annotations

from egraph_opt.checker.values.number_parser import Scalar, Text, elements, scalar
from egraph_opt.checker.values.tensor_type_parser import tensor_type
from egraph_opt.checker.values.value_graph import Unmodelled
from egraph_opt.ir.module import Op

RANGE = "tt.make_range"


def is_constant(op: Op) -> bool:
    """Return whether an operation is a constant, or a `tt.make_range` of one element (Triton's MakeRangeOp::fold)."""
    return op.name == "arith.constant" or (
        op.name == RANGE and len(op.results) == 1 and op.results[0].type.startswith("tensor<1x")
    )


def value_of(op: Op) -> Scalar | tuple[Scalar, ...] | Text:
    """Return the value of a constant: one scalar for a splat, else a tuple of all elements, or unparsed text.

    Raises:
        Unmodelled: the value is in a resource that was not resolved (see `resources`).
    """
    type = op.results[0].type
    text = op.attributes.get("value", "")
    if op.name == RANGE:
        return scalar(op.attributes.get("start", "").removesuffix(" : i32"), "i32")
    if "dense_resource" in text:
        raise Unmodelled(op, "its value is not written with it")
    tensor = tensor_type(type)
    if tensor is None:
        return scalar(text.removesuffix(f" : {type}"), type)
    end = text.rfind(" : tensor<")  # the layout in the type is not part of the value
    body = text[: end if end >= 0 else None].strip()
    if not body.startswith("dense<") or not body.endswith(">"):
        return Text(body)
    return elements(body[6:-1].strip(), tensor.element, tensor.shape)

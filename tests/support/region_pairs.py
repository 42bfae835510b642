"""Programs of regions of which two parts may run together."""

from __future__ import annotations

SIGNATURE = "util.func public @f(%a: tensor<128x128xf32>, %b: tensor<128x128xf32>) -> tensor<128x128xf32>"

TENSOR = "tensor<128x128xf32>"

TWO = f"""    %z = arith.constant 0.0 : f32
    %e = tensor.empty() : {TENSOR}
    %f = linalg.fill ins(%z : f32) outs(%e : {TENSOR}) -> {TENSOR}
    %x = linalg.matmul ins(%a, %b : {TENSOR}, {TENSOR}) outs(%f : {TENSOR}) -> {TENSOR}
    %y = linalg.matmul ins(%b, %x : {TENSOR}, {TENSOR}) outs(%f : {TENSOR}) -> {TENSOR}
"""

TOGETHER = (
    f"{SIGNATURE} {{\n  %r = flow.dispatch.region -> ({TENSOR}) {{\n{TWO}    flow.return %y : {TENSOR}\n  }}\n"
    f"  util.return %r : {TENSOR}\n}}\n"
)
"""Two products in one dispatch, cheaper by IREE's schedule; IREE makes no code of it: too much would stand on the stack."""

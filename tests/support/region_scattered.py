"""A region whose results are written to scattered places."""

from __future__ import annotations

from egraph_opt.families.region.encode.encode import encode
from egraph_opt.families.region.encode.tensor_program import FUNCTIONS, EncodedFunction
from egraph_opt.iree import program as iree


def scattered(parts: int) -> str:
    """Matmuls inserted into one fill, far from the order of their addresses."""
    t, whole = "tensor<64x64xf32>", f"tensor<{64 * parts}x64xf32>"
    lines = [
        "%zero = arith.constant 0.0 : f32",
        f"%e = tensor.empty() : {whole}",
        f"%d0 = linalg.fill ins(%zero : f32) outs(%e : {whole}) -> {whole}",
    ]
    for i in range(parts):
        lines += [
            f"%pe{i} = tensor.empty() : {t}",
            f"%pf{i} = linalg.fill ins(%zero : f32) outs(%pe{i} : {t}) -> {t}",
            f"%p{i} = linalg.matmul ins(%a{i}, %a{(i + 1) % parts} : {t}, {t}) outs(%pf{i} : {t}) -> {t}",
            f"%d{i + 1} = tensor.insert_slice %p{i} into %d{i}[{i * 7 % parts * 64}, 0] [64, 64] [1, 1] : {t} into {whole}",
        ]
    arguments = ", ".join(f"%a{i}: {t}" for i in range(parts))
    return f"util.func public @f({arguments}) -> {whole} {{\n" + "\n".join(lines) + f"\nutil.return %d{parts} : {whole}\n}}\n"


def encoded(text: str) -> EncodedFunction:
    (function,) = [op for op in iree.read_any(text, "").op.walk() if op.name in FUNCTIONS]
    return encode(function)

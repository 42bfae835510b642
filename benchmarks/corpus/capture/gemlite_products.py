"""GemLite's matrix products with packed weights: `egraph-opt capture benchmarks/corpus/capture/gemlite_products.py -o DIR`.

Needs gemlite 0.6.0.post2 (Apache-2.0) and PyTorch.
"""

import torch
from gemlite.core import DType, GemLiteLinearTriton
from steps import make_on_cpu, run

make_on_cpu()
WIDTH = 4096


def product(rows: int, bits: int) -> None:
    layer = GemLiteLinearTriton(bits, 64, WIDTH, WIDTH, input_dtype=DType.FP16, output_dtype=DType.FP16)
    weights = torch.randint(0, 2**bits, (WIDTH, WIDTH), dtype=torch.uint8, device="cuda")
    scales = torch.randn(WIDTH * WIDTH // 64, 1, device="cuda").half()
    layer.pack(weights, scales, scales.clone(), None)
    layer(torch.randn(rows, WIDTH, device="cuda").half())


run({f"{bits} bits, {rows} rows": lambda rows=rows, bits=bits: product(rows, bits) for bits in (4, 2) for rows in (1, 16, 1024)})

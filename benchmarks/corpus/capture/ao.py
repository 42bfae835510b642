"""TorchAO's block-wise fp8 matrix product: `egraph-opt capture benchmarks/corpus/capture/ao.py -o DIR`.

Needs torchao 0.18.0 (BSD-3-Clause) and PyTorch.
"""

import torch
from steps import normal, run
from torchao.kernel.blockwise_quantization import blockwise_fp8_gemm, fp8_blockwise_act_quant, fp8_blockwise_weight_quant


def product() -> None:
    x, x_scale = fp8_blockwise_act_quant(normal(4096, 4096).detach(), 128)
    w, w_scale = fp8_blockwise_weight_quant(normal(4096, 4096).detach(), 128)
    blockwise_fp8_gemm(x, x_scale, w, w_scale)


with torch.no_grad():
    run({"fp8 product": product})

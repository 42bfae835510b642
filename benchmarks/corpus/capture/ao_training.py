"""TorchAO's kernels for training in fp8, whose lists of configurations are long: `egraph-opt capture .../ao_training.py -o DIR`.

Needs torchao 0.18.0 (BSD-3-Clause) and PyTorch.
"""

import torch
from steps import make_on_cpu, normal, run
from torchao.prototype.blockwise_fp8_training import kernels as fp8
from torchao.prototype.common.triton.matmul import matmul

make_on_cpu()
ROWS, WIDTH = 4096, 4096
x, w = normal(ROWS, WIDTH).detach(), normal(WIDTH, WIDTH).detach()
e4m3 = torch.float8_e4m3fn


def square() -> None:
    a, a_scale = x.to(e4m3), torch.ones(WIDTH // 128, ROWS, device="cuda").t()
    b, b_scale = w.to(e4m3).t(), torch.ones(WIDTH // 128, WIDTH // 128, device="cuda").t()
    fp8.triton_fp8_gemm_1x128_128x128(a, b, a_scale, b_scale)


def tall() -> None:
    a, a_scale = x.to(e4m3), torch.ones(WIDTH // 128, ROWS, device="cuda").t()
    b, b_scale = w.to(e4m3).t(), torch.ones(WIDTH // 128, WIDTH, device="cuda")
    fp8.triton_fp8_gemm_1x128_128x1(a, b, a_scale, b_scale)


with torch.no_grad():
    run(
        {
            "product with squares": square,
            "product with columns": tall,
            "left operand": lambda: fp8.triton_fp8_blockwise_act_quant_lhs(x),
            "right operand": lambda: fp8.triton_fp8_blockwise_act_quant_rhs(x),
            "left operand, transposed": lambda: fp8.triton_fp8_blockwise_act_quant_transposed_lhs(x),
            "weights": lambda: fp8.triton_fp8_blockwise_weight_quant_rhs(w),
            "weights, transposed": lambda: fp8.triton_fp8_blockwise_weight_quant_transposed_rhs(w),
            "product": lambda: matmul(x, w),
        }
    )

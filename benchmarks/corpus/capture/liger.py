"""Liger-Kernel's functions, forward and backward: `egraph-opt capture benchmarks/corpus/capture/liger.py -o DIR`.

Needs liger-kernel 0.8.5 (BSD-2-Clause) and PyTorch. The number of rows may follow the script.
"""

import sys

import torch
from liger_kernel.ops.cross_entropy import LigerCrossEntropyFunction
from liger_kernel.ops.fused_add_rms_norm import LigerFusedAddRMSNormFunction
from liger_kernel.ops.fused_linear_cross_entropy import LigerFusedLinearCrossEntropyFunction
from liger_kernel.ops.geglu import LigerGELUMulFunction
from liger_kernel.ops.group_norm import LigerGroupNormFunction
from liger_kernel.ops.jsd import LigerJSDFunction
from liger_kernel.ops.kl_div import LigerKLDivLossFunction
from liger_kernel.ops.layer_norm import LigerLayerNormFunction
from liger_kernel.ops.multi_token_attention import LigerMultiTokenAttentionFunction
from liger_kernel.ops.rms_norm import LigerRMSNormFunction
from liger_kernel.ops.rope import LigerRopeFunction
from liger_kernel.ops.softmax import LigerSoftmaxFunction
from liger_kernel.ops.sparsemax import LigerSparsemaxFunction
from liger_kernel.ops.swiglu import LigerSiLUMulFunction
from liger_kernel.ops.tvd import LigerTVDLossFunction
from steps import normal, run

ROWS, WIDTH, VOCABULARY = int(sys.argv[1]) if sys.argv[1:] else 512, 4096, 32000
classes = torch.randint(0, VOCABULARY, (ROWS,), device="cuda")
angles = normal(1, 2048, 128, dtype=torch.float32)


def x(dtype: torch.dtype = torch.bfloat16) -> torch.Tensor:
    return normal(ROWS, WIDTH, dtype=dtype)


def weight() -> torch.Tensor:
    return normal(WIDTH)


run(
    {
        "cross entropy": lambda: LigerCrossEntropyFunction.apply(
            normal(ROWS, VOCABULARY), classes, None, -100, 0.0, 0.0, "mean", None, False
        ),
        "linear and cross entropy": lambda: LigerFusedLinearCrossEntropyFunction.apply(
            normal(ROWS, 64), normal(VOCABULARY, 64), classes
        ),
        "rms norm": lambda: LigerRMSNormFunction.apply(x(), weight(), 1e-6),
        "rms norm as gemma": lambda: LigerRMSNormFunction.apply(x(), weight(), 1e-6, 1.0, "gemma"),
        "add and rms norm": lambda: LigerFusedAddRMSNormFunction.apply(x(), x(), weight(), 1e-6),
        "layer norm": lambda: LigerLayerNormFunction.apply(x(), weight(), weight(), 1e-6),
        "group norm": lambda: LigerGroupNormFunction.apply(normal(8, 64, 1024), normal(64), normal(64), 64, 8, 1e-6),
        "geglu": lambda: LigerGELUMulFunction.apply(x(), x()),
        "swiglu": lambda: LigerSiLUMulFunction.apply(x(), x()),
        "rope": lambda: LigerRopeFunction.apply(normal(2, 32, 2048, 128), normal(2, 8, 2048, 128), angles, angles),
        "softmax": lambda: LigerSoftmaxFunction.apply(x()),
        "softmax, long rows": lambda: LigerSoftmaxFunction.apply(normal(8, 1 << 16)),
        "sparsemax": lambda: LigerSparsemaxFunction.apply(x(torch.float32), -1),
        "kl divergence": lambda: LigerKLDivLossFunction.apply(x(torch.float32), x(torch.float32)),
        "jsd": lambda: LigerJSDFunction.apply(x(torch.float32), x(torch.float32)),
        "tvd": lambda: LigerTVDLossFunction.apply(x(torch.float32), x(torch.float32)),
        "multi-token attention": lambda: LigerMultiTokenAttentionFunction.apply(normal(2, 8, 512, 512), normal(8, 8, 3, 3)),
    }
)

"""xLSTM's kernels that are tuned: `egraph-opt capture benchmarks/corpus/capture/mlstm.py -o DIR`.

Needs mlstm-kernels 2.0.6 and PyTorch.
"""

import torch
from mlstm_kernels.torch.parallel.triton_limit_headdim import mlstm_parallel__limit_headdim
from mlstm_kernels.torch.recurrent.triton_step_alternate import mlstm_recurrent_step__triton_alternate
from steps import normal, run

wide = (4, 8, 2048, 64)
q, k, v = (normal(*wide) for _ in range(3))
i, f = normal(*wide[:3]), normal(*wide[:3])
step = (64, 16, 256)
c, n, m = normal(*step, 256, dtype=torch.float32), normal(*step, dtype=torch.float32), normal(*step[:2], 1, dtype=torch.float32)

run(
    {
        "parallel": lambda: mlstm_parallel__limit_headdim(q, k, v, i, f),
        "step": lambda: mlstm_recurrent_step__triton_alternate(
            *(normal(*step) for _ in range(3)), normal(*step[:2], 1), normal(*step[:2], 1), c, n, m
        ),
    }
)

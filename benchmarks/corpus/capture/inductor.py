"""Kernels that PyTorch's Inductor generates: `egraph-opt capture benchmarks/corpus/capture/inductor.py -o DIR`.

Needs PyTorch (BSD-3-Clause). The width of matrices may follow the script.
"""

import sys

import torch
import torch._inductor.config
from steps import run
from torch.nn.functional import cross_entropy, layer_norm

WIDTH = int(sys.argv[1]) if sys.argv[1:] else 1024
x = torch.randn(WIDTH, WIDTH, device="cuda")
classes = torch.randint(0, WIDTH, (WIDTH,), device="cuda")
torch._inductor.config.cpu_backend = "triton"  # the tensors are on the CPU while a capture pretends
torch._inductor.config.compile_threads = 1  # in this process
torch._inductor.config.force_disable_caches = True
STEPS = {
    "layer norm and relu": lambda: layer_norm(x, (WIDTH,)).relu(),
    "log softmax": lambda: x.log_softmax(-1),
    "cross entropy": lambda: cross_entropy(x, classes),
    "sum of a transpose": lambda: (x + x.t()).sum(0),
    "running sum": lambda: (x * 2).cumsum(1),
    "gathered mean": lambda: x[classes].mean(1),
}
run({name: torch.compile(step) for name, step in STEPS.items()})

"""Cut cross-entropy, both ways, with its kernels tuned: `egraph-opt capture .../cut_cross_entropy_loss.py -o DIR`.

Needs cut-cross-entropy 25.1.1 and PyTorch.
"""

import os

import torch

os.environ["CCE_AUTOTUNE"] = "1"
from cut_cross_entropy import linear_cross_entropy
from steps import normal, run

states, classes = normal(4096, 2048), normal(32000, 2048)
labels = torch.randint(0, 32000, (4096,), device="cuda")
run({"loss": lambda: linear_cross_entropy(states, classes, labels)})

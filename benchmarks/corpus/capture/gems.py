"""FlagGems' operators: `egraph-opt capture benchmarks/corpus/capture/gems.py -o DIR`.

Needs flag-gems 5.0.2 (Apache-2.0) and PyTorch. The width of matrices may follow the script.
"""

import os
import sys
import tempfile

import torch
from steps import normal, run

os.environ["GEMS_VENDOR"] = "nvidia"  # FlagGems looks for a device when it is imported
os.environ["FLAGGEMS_CACHE_DIR"] = (remembered := tempfile.TemporaryDirectory()).name  # what its tuner finds goes no further
import flag_gems

WIDTH = int(sys.argv[1]) if sys.argv[1:] else 1024
half = torch.float16
x = normal(WIDTH, WIDTH, dtype=half)
batch = normal(8, WIDTH // 4, WIDTH // 4, dtype=half)
image = normal(8, 64, WIDTH // 32, WIDTH // 32, dtype=torch.float32)
channels = normal(64, dtype=torch.float32)
index = torch.randint(0, WIDTH, (WIDTH, WIDTH), device="cuda")

with torch.no_grad():
    run(
        {
            "mm": lambda: flag_gems.mm(x, x),
            "bmm": lambda: flag_gems.bmm(batch, batch),
            "addmm": lambda: flag_gems.addmm(x, x, x),
            "mv": lambda: flag_gems.mv(x, x[0]),
            "dot": lambda: flag_gems.dot(x[0], x[1]),
            "softmax": lambda: flag_gems.softmax(x, -1),
            "softmax over columns": lambda: flag_gems.softmax(x, 0),
            "log softmax": lambda: flag_gems.log_softmax(x, -1),
            "sum": lambda: flag_gems.sum_dim(x, [1]),
            "sum over columns": lambda: flag_gems.sum_dim(x, [0]),
            "mean": lambda: flag_gems.mean_dim(x, [1]),
            "argmax": lambda: flag_gems.argmax(x, 1),
            "max": lambda: flag_gems.max_dim(x, 1),
            "cumsum": lambda: flag_gems.cumsum(x, 1),
            "sort": lambda: flag_gems.sort(x, -1),
            "topk": lambda: flag_gems.topk(x, 8),
            "gather": lambda: flag_gems.gather(x, 1, index),
            "cat": lambda: flag_gems.cat([x, x], 1),
            "tril": lambda: flag_gems.tril(x),
            "layer norm": lambda: flag_gems.layer_norm(x, (WIDTH,), x[0], x[0]),
            "group norm": lambda: flag_gems.group_norm(image, channels, channels, 8, 64, (WIDTH // 32) ** 2, 8, 1e-5),
            "batch norm": lambda: flag_gems.batch_norm(image, channels, channels, channels, channels, True),
            "conv2d": lambda: flag_gems.conv2d(image, normal(64, 64, 3, 3, dtype=torch.float32), padding=1),
            "avg pool": lambda: flag_gems.avg_pool2d(image, [2, 2]),
            "nll loss": lambda: flag_gems.nll_loss_forward(x, index[0], None, 1, -100),
            "vector norm": lambda: flag_gems.vector_norm(x, 2, [1]),
            "var mean": lambda: flag_gems.var_mean(x, [1]),
        }
    )

"""FlagGems' operators whose kernels have long lists of configurations: `egraph-opt capture benchmarks/corpus/capture/gems_tuned.py -o DIR`.

Needs flag-gems 5.0.2 (Apache-2.0) and PyTorch. The width of matrices may follow the script.
"""

import os
import sys
import tempfile

import torch
from steps import normal, run

os.environ["GEMS_VENDOR"] = "nvidia"
os.environ["FLAGGEMS_CACHE_DIR"] = (remembered := tempfile.TemporaryDirectory()).name
import flag_gems

WIDTH = int(sys.argv[1]) if sys.argv[1:] else 4096
half = torch.float16
x, long = normal(WIDTH, WIDTH, dtype=half), normal(WIDTH, 4 * WIDTH, dtype=half)
batch = normal(8, WIDTH // 4, WIDTH // 4, dtype=half)
image = normal(16, 64, 56, 56, dtype=half)
filters, channels = normal(64, 64, 3, 3, dtype=half), normal(64, dtype=half)
index = torch.randint(0, WIDTH, (WIDTH,), device="cuda")
mask = torch.rand(WIDTH, WIDTH, device="cuda") > 0.5
heads = normal(4, 16, 2048, 128, dtype=half)
g, v = normal(WIDTH, 1, dtype=half), normal(WIDTH, WIDTH, dtype=half)

with torch.no_grad():
    run(
        {
            "mm": lambda: flag_gems.mm(x, x),
            "bmm": lambda: flag_gems.bmm(batch, batch),
            "baddbmm": lambda: flag_gems.baddbmm(batch, batch, batch),
            "addmm": lambda: flag_gems.addmm(x, x, x),
            "mv": lambda: flag_gems.mv(x, x[0]),
            "attention": lambda: flag_gems.scaled_dot_product_attention(heads, heads, heads),
            "cross entropy": lambda: flag_gems.cross_entropy_loss(long, index),
            "masked fill": lambda: flag_gems.masked_fill(x, mask, 0.0),
            "masked select": lambda: flag_gems.masked_select(x, mask),
            "nonzero": lambda: flag_gems.nonzero(mask),
            "layer norm": lambda: flag_gems.layer_norm(long, (4 * WIDTH,), long[0], long[0]),
            "layer norm backwards": lambda: flag_gems.layer_norm_backward(
                long, long, (4 * WIDTH,), g.float(), g.float(), long[0], long[0], [True, True, True]
            ),
            "rms norm": lambda: flag_gems.rms_norm(long, (4 * WIDTH,), long[0]),
            "weight norm": lambda: flag_gems.weight_norm_interface(v, g, 0),
            "weight norm of columns": lambda: flag_gems.weight_norm_interface(v, v[:1], 1),
            "var mean": lambda: flag_gems.var_mean(x, [1]),
            "vector norm": lambda: flag_gems.vector_norm(x, 2, [1]),
            "vstack": lambda: flag_gems.vstack([x, x]),
            "kron": lambda: flag_gems.kron(x[:64, :64], x[:64, :64]),
            "conv2d": lambda: flag_gems.conv2d(image, filters, channels, padding=1),
            "conv3d": lambda: flag_gems.conv3d(normal(4, 32, 16, 32, 32, dtype=half), normal(32, 32, 3, 3, 3, dtype=half)),
            "instance norm": lambda: flag_gems.instance_norm(image, channels, channels),
            "index put": lambda: flag_gems.index_put(x, (index,), x),
            "softmax": lambda: flag_gems.softmax(x, -1),
            "softmax over columns": lambda: flag_gems.softmax(x, 0),
            "log softmax": lambda: flag_gems.log_softmax(x, -1),
            "argmin": lambda: flag_gems.argmin(x, 1),
            "triu": lambda: flag_gems.triu(x),
            "silu and mul": lambda: flag_gems.silu_and_mul(long, long),
        }
    )

"""Mamba 2's scan, both ways: `egraph-opt capture benchmarks/corpus/capture/mamba.py -o DIR`.

Needs mamba-ssm 2.3 (Apache-2.0), of which only the files in Triton are loaded, and PyTorch. Batch and tokens may follow the script.
"""

import importlib.machinery
import sys
import types

import torch
from steps import normal, run

found = importlib.machinery.PathFinder.find_spec("mamba_ssm")
assert found is not None and found.submodule_search_locations is not None, "mamba-ssm is not installed"
package = types.ModuleType("mamba_ssm")  # importing it would load its CUDA extensions
package.__path__ = list(found.submodule_search_locations)
sys.modules["mamba_ssm"] = package
from mamba_ssm.ops.triton.ssd_combined import mamba_chunk_scan_combined  # noqa: E402

BATCH, TOKENS = map(int, sys.argv[1:]) if sys.argv[1:] else (2, 4096)
HEADS, WIDTH, GROUPS, STATES, CHUNK = 32, 64, 1, 128, 256
x, b, c = normal(BATCH, TOKENS, HEADS, WIDTH), normal(BATCH, TOKENS, GROUPS, STATES), normal(BATCH, TOKENS, GROUPS, STATES)
dt, decay, skip = (normal(*shape, dtype=torch.float32) for shape in ((BATCH, TOKENS, HEADS), (HEADS,), (HEADS,)))

run(
    {
        "scan": lambda: mamba_chunk_scan_combined(x, dt, decay, b, c, CHUNK, D=skip),
        "scan with gates": lambda: mamba_chunk_scan_combined(x, dt, decay, b, c, CHUNK, D=skip, z=x.detach(), dt_softplus=True),
    }
)

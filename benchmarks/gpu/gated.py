"""The gated output's backward pass against float64: `python -m benchmarks.gpu.gated OUT [SECONDS]` on a machine with a GPU.

flash-linear-attention 0.6.0 refuses `chunk_bwd_kernel_dqkwg` on Hopper with Triton 3.4 to 3.7.0, since users saw wrong gradients. This lets
it run, in blocks of 32, 64 and 128 (the reports name 64), with 2 and 4 warps and 2 to 4 stages, each three times. The arguments are those
of the package's own test of the gated delta rule. Whole tensors are compared, as root mean squares. Writes OUT/gated.tsv.
"""

from __future__ import annotations

import os
import sys
import time
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

SHAPES = (
    (3, 1024, 4, 100, 1, 0.1, "float16"),
    (2, 1000, 3, 64, 0.1, 1, "float16"),
    (2, 500, 3, 60, 1, 1, "float16"),
    (4, 1024, 4, 128, 0.1, 1, "float16"),
    (2, 1500, 4, 128, 0.1, 10, "bfloat16"),
)
"""Sizes of batch, time, heads and features, then the scale, the divisor of gates, and the type."""
CHUNK = 64
RESULTS = ("dq", "dk", "dw", "dg")
FIELDS = ("shape", "block", "warps", "stages", "run", *RESULTS)


def recorded(shape: tuple[Any, ...]) -> dict[str, Any]:
    """Return the arguments of the pass in the package's test."""
    torch: Any = import_module("torch")
    package: Any = import_module("fla.ops.gated_delta_rule.chunk")
    batch, length, heads, width, scale, divisor, kind = shape
    torch.manual_seed(42)
    q, k, v = (torch.rand(batch, length, heads, width, dtype=getattr(torch, kind)) for _ in range(3))
    beta = torch.rand(batch, length, heads).sigmoid()
    g = torch.nn.functional.logsigmoid(torch.rand(batch, length, heads)) / divisor
    state = torch.zeros(batch, heads, width, width)
    q, k, v, beta, g, state = (each.cuda().requires_grad_() for each in (q, k, v, beta, g, state))
    kept: dict[str, Any] = {}
    real = package.chunk_bwd_dqkwg
    package.chunk_bwd_dqkwg = lambda **named: (kept.update(named), real(**named))[1]
    q1, k1 = (torch.nn.functional.normalize(each.clone(), p=2, dim=-1) for each in (q, k))
    of = {"scale": scale, "initial_state": state.clone(), "output_final_state": True}
    output, last = package.chunk_gated_delta_rule(q=q1, k=k1, v=v.clone(), g=g.clone(), beta=beta.clone(), **of)
    ((output * torch.randn_like(v)).sum() + (last * torch.randn_like(state)).sum()).backward()
    package.chunk_bwd_dqkwg = real
    return kept


def reference(q: Any, k: Any, v: Any, do: Any, h: Any, dh: Any, g: Any, dv: Any, scale: float, **_: Any) -> tuple[Any, ...]:
    """Return dq, dk, dw and dg in float64. Gates are logarithms to the base of 2, summed within chunks."""
    torch: Any = import_module("torch")
    (batch, length, heads, _width), chunks = q.shape, -(-q.shape[1] // CHUNK)
    padding = chunks * CHUNK - length

    def cut(tensor: Any) -> Any:
        padded = torch.nn.functional.pad(tensor.detach().double(), (0, 0, 0, 0, 0, padding))
        return padded.view(batch, chunks, CHUNK, heads, -1).permute(0, 1, 3, 2, 4)

    def joined(tensor: Any) -> Any:
        return tensor.permute(0, 1, 3, 2, 4).reshape(batch, chunks * CHUNK, heads, -1)[:, :length]

    q, k, v, do, dv, (g, *_) = *map(cut, (q, k, v, do, dv)), cut(g[..., None]).unbind(-1)
    h, dh = h.double(), dh.double()
    sizes = torch.full((chunks,), CHUNK, device=q.device)
    sizes[-1] -= padding
    last = (sizes - 1).view(1, chunks, 1, 1).expand(batch, chunks, heads, 1)
    place = torch.arange(CHUNK, device=q.device)
    there = (place < sizes[:, None]).view(1, chunks, 1, CHUNK)
    at_last = g.gather(-1, last)
    dg_last = (h * dh).sum((-1, -2))[..., None] * torch.exp2(at_last)
    dq = do @ h.mT * torch.exp2(g)[..., None] * scale
    dk = v @ dh.mT * torch.where(there, torch.exp2(at_last - g), 0)[..., None]
    dg = (dq * q).sum(-1) - (k * dk).sum(-1)
    dg_last = dg_last + (dk * k).sum((-1, -2))[..., None]
    seen = (place[:, None] >= place) & there[..., :, None] & there[..., None, :]
    decay = torch.exp2(torch.where(seen, g[..., :, None] - g[..., None, :], 0))
    ds = torch.where(seen, do @ v.mT * decay, 0) * scale
    weighted = ds * (q @ k.mT)
    dg = (dg + weighted.sum(-1) - weighted.sum(-2)).scatter_add(-1, last, dg_last)
    return *map(joined, (dq + ds @ k, dk + ds.mT @ q, -(dv @ h.mT))), joined(dg[..., None])[..., 0]


def error(found: Any, wanted: Any) -> float:
    """The root mean square of the difference, as a part of that of the wanted tensor."""
    return float((found.detach().double() - wanted).pow(2).mean().sqrt() / wanted.pow(2).mean().sqrt())


def main(out: Path, seconds: float) -> None:
    os.environ["FLA_DISABLE_BACKEND_DISPATCH"] = "1"
    torch, triton = import_module("torch"), import_module("triton")
    module: Any = import_module("fla.ops.common.chunk_o")
    module.TRITON_ABOVE_3_7_1 = True
    kernel, check = module.chunk_bwd_kernel_dqkwg, module.check_shared_mem
    while not hasattr(kernel, "configs"):
        kernel = kernel.fn
    largest = {32: (), 64: ("ada",), 128: ("ada", "ampere", "hopper")}
    out.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + seconds
    with (out / "gated.tsv").open("w") as file:
        print(*FIELDS, sep="\t", file=file)
        for shape in SHAPES:
            module.check_shared_mem = check
            arguments = recorded(shape)
            wanted = reference(**arguments)
            for block, warps, stages in product((64, 128, 32), (4, 2), (2, 3, 4)):
                if time.monotonic() > end:
                    return
                if block == 128 and shape[3] <= 64:  # it would be 64
                    continue
                module.check_shared_mem = lambda arch="none", *_, of=largest[block]: arch in of
                kernel.configs = [triton.Config({}, num_warps=warps, num_stages=stages)]
                kernel.cache.clear()
                for run in range(3):
                    found = module.chunk_bwd_dqkwg(**arguments)
                    torch.cuda.synchronize()
                    errors = (f"{error(*pair):.5f}" for pair in zip(found, wanted, strict=True))
                    print(shape, block, warps, stages, run, *errors, sep="\t", file=file, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 300.0)

"""The table of a measurement: a row a kernel, then two rows a layer."""

from __future__ import annotations

import datetime
import json
import math
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.gpu.layers import modules, operations

BANDWIDTH = {"NVIDIA H200": 4.8e12, "NVIDIA H100 80GB HBM3": 3.35e12}
"""Bytes a second of the GPU's memory, from NVIDIA's data sheets."""


def write(out: Path, names: list[str], variants: list[str]) -> str:
    """Write `layers.tsv` and `layers.json` into `out` from the timings that lie there; returns the table.

    Microseconds are the least of a variant's rounds. `plain_spread` is what rounds of the plain program differ by, if there are
    several. `memory_share` is
    the time that moving the kernel's tensors once would take, as a share of the plain kernel's time.
    """
    import torch

    rounds = {v: [json.loads(f.read_text()) for f in sorted(out.glob(f"time.{v}.*.json"))] for v in variants}
    rounds = {v: r for v, r in rounds.items() if r}
    best = {v: least([r["kernels"] for r in rs]) for v, rs in rounds.items()}
    other = {v: least([r["other"] for r in rs]) for v, rs in rounds.items()}
    ours = [v for v in best if v != "plain"]
    device = torch.cuda.get_device_name()
    plain, moved = best["plain"], rounds["plain"][0]["bytes"]
    lines = [head(device), "\t".join(["kernel", "plain_us", "plain_spread", "memory_share", *ours])]
    shared = [k for k in plain if all(k in b for b in best.values())]
    for kernel in sorted(shared, key=lambda k: -plain[k]):
        both = [r["kernels"][kernel] for r in rounds["plain"]]
        spread = f"{max(both) / min(both) - 1:.3f}" if len(both) > 1 else ""
        share = f"{moved[kernel] / BANDWIDTH[device] * 1e6 / plain[kernel]:.2f}" if device in BANDWIDTH else ""
        ratios = [f"{plain[kernel] / best[v][kernel]:.3f}" for v in ours]
        lines.append("\t".join([kernel, f"{plain[kernel]:.1f}", spread, share, *ratios]))
    steps: dict[str, list[float]] = {v: [] for v in ours}
    for name in names:
        sums = {v: sum(b[k] for k in shared if k.startswith(f"{name}/")) for v, b in best.items()}
        whole = {v: sums[v] + other[v][name] for v in best}
        for what, totals in (("Triton's kernels", sums), ("all kernels", whole)):
            ratios = [f"{totals['plain'] / totals[v]:.3f}" for v in ours]
            lines.append("\t".join([f"{name} ({what})", f"{totals['plain']:.1f}", "", "", *ratios]))
        for v in ours:
            steps[v].append(sums["plain"] / sums[v])
    means = [f"{math.exp(sum(map(math.log, steps[v])) / len(steps[v])):.3f}" for v in ours if steps[v]]
    if means:
        lines.append("\t".join([f"geometric mean of {len(names)} layers (Triton's kernels)", "", "", "", *means]))
    table = "\n".join(lines) + "\n"
    (out / "layers.tsv").write_text(table)
    checks = {v: {"equal": rs[0]["equal"], "error": rs[0]["error"]} for v, rs in rounds.items()}
    (out / "layers.json").write_text(json.dumps(checks, indent=1))
    return table


def least(rounds: list[dict[str, float]]) -> dict[str, float]:
    """The least time of each kernel that all rounds have."""
    return {k: min(r[k] for r in rounds) for k in rounds[0] if all(k in r for r in rounds)}


def head(device: str) -> str:
    """The first line of a table: date, device, versions and sizes."""
    import torch

    what: dict[str, Any] = {
        "modules": f"B={modules.BATCH} T={modules.TOKENS} hidden={modules.HIDDEN}",
        "operations": f"B={operations.BATCH} T={operations.TOKENS} H={operations.HEADS} D={operations.WIDTH}",
    }
    said = "; ".join(f"{kind} {size}" for kind, size in what.items())
    return (
        f"# {datetime.date.today()}; {device}; torch {torch.__version__}, triton {version('triton')}, fla-core {version('fla-core')}, "
        f"egraph-opt {version('egraph-opt')}; {said}"
    )

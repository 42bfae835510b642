"""Tuning time in a layer's first step: `python -m benchmarks.gpu.tuning.layers OUT --seconds N` on a machine with a GPU.

Needs flash-linear-attention. The operation of a KDA and of a GLA layer run forwards and backwards in fresh processes with empty
caches. Triton alone would take minutes: its configurations are divided among processes that tune side by side, each with every
`SHARES`-th configuration of each kernel, and their times are added up to the time of one process. Tuning by model runs unchanged,
in one process per layer, both at once, without and with rewriting. Lines of JSON are written to OUT.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

SHARES = 14
LAYERS = ("kda", "gla")


def watch(note: Callable[[dict[str, Any]], None], share: int | None) -> None:
    """Note how long the tuner takes to choose what it times, and to time it; with `share`, it times only a part."""
    from triton.runtime.autotuner import Autotuner

    prune, bench = Autotuner.prune_configs, Autotuner._bench

    def pruned(tuner: Any, kwargs: Any) -> Any:
        started = time.perf_counter()
        found = prune(tuner, kwargs)
        note({"kernel": tuner.base_fn.__name__, "left": len(found), "seconds": time.perf_counter() - started})
        return found if share is None else found[share::SHARES] or found[:1]

    def timed(tuner: Any, *arguments: Any, config: Any, **named: Any) -> Any:
        started = time.perf_counter()
        times = bench(tuner, *arguments, config=config, **named)
        seconds = time.perf_counter() - started
        note({"kernel": tuner.base_fn.__name__, "config": str(config), "seconds": seconds, "ms": times[0]})
        return times

    Autotuner.prune_configs, Autotuner._bench = pruned, timed


def child(out: Path, names: list[str], share: int | None, top: int, rewrite: bool) -> None:
    """Run the steps of layers once, and write down what was tuned."""
    import torch

    from ..layers.operations import step

    if top:
        import egraph_opt.triton as plugin

        plugin.enable(autotune="model", top=top, rewrite=rewrite)
    about: dict[str, Any] = {"share": share, "top": top, "rewrite": rewrite}
    with out.open("w") as file:

        def note(row: dict[str, Any]) -> None:
            file.write(json.dumps(about | row) + "\n")
            file.flush()

        watch(note, share)
        steps = {name: step(name)[0] for name in names}
        torch.cuda.synchronize()
        for name, run in steps.items():
            about["layer"] = name
            begun = time.perf_counter()
            output = run()
            output.backward(torch.ones_like(output))
            torch.cuda.synchronize()
            note({"step": time.perf_counter() - begun})
        if top:
            for ranking in plugin.report().rankings:
                note({"ranking": [getattr(ranking, name) for name in ranking.__slots__]})
            note({"report": str(plugin.report())})


def started(
    out: Path, names: list[str], share: int | None = None, top: int = 0, rewrite: bool = False
) -> subprocess.Popen[bytes]:
    cache = tempfile.mkdtemp()
    command = [sys.executable, "-m", "benchmarks.gpu.tuning.layers", str(out), "--child", ",".join(names), "--top", str(top)]
    command += ([] if share is None else ["--share", str(share)]) + ["--rewrite"] * rewrite
    return subprocess.Popen(command, env={**os.environ, "TRITON_CACHE_DIR": cache})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seconds", type=float, default=200.0, help="after which nothing more is begun, and what runs is ended")
    parser.add_argument("--model", action="store_true", help="tuning by model alone")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    parser.add_argument("--share", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--top", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--rewrite", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        child(given.out, given.child.split(","), given.share, given.top, given.rewrite)
        return
    given.out.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + given.seconds
    _wait([started(given.out / f"model.{name}.jsonl", [name], top=3) for name in LAYERS], end)
    if not given.model:
        _wait([started(given.out / f"plain.{share}.jsonl", list(LAYERS), share) for share in range(SHARES)], end)
    _wait([started(given.out / f"both.{name}.jsonl", [name], top=3, rewrite=True) for name in LAYERS], end)
    rows = [json.loads(line) for file in sorted(given.out.glob("*.jsonl")) for line in file.read_text().splitlines()]
    print("\n".join(table(rows)))


def table(rows: list[dict[str, Any]]) -> list[str]:
    """Seconds by layer: what Triton alone takes, and what tuning by model does."""
    lines = [
        "\t".join(("layer", "kernels", "configurations", "triton_s", "timed", "ranking_s", "timing_s", "model_s", "shorter"))
    ]
    for layer in LAYERS:
        alone: dict[tuple[Any, ...], float] = {}
        listed: dict[tuple[Any, ...], int] = {}
        number: dict[tuple[Any, ...], int] = {}
        for row in (row for row in rows if row["layer"] == layer and not row["top"]):
            of = row["share"], row.get("kernel")
            if "left" in row:  # another choice among a kernel's configurations, for other arguments
                number[of] = number.get(of, 0) + 1
                listed[row["kernel"], number[of]] = row["left"]
            elif "config" in row:  # some that were nobody's share were timed by several processes
                one = row["kernel"], number[of], row["config"]
                alone[one] = min(row["seconds"], alone.get(one, row["seconds"]))
        ours = [row for row in rows if row["layer"] == layer and row["top"] and not row["rewrite"]]
        ranking, timing = (sum(row["seconds"] for row in ours if what in row) for what in ("left", "config"))
        triton, timed = sum(alone.values()), sum("config" in row for row in ours)
        numbers = [
            len(listed),
            f"{len(alone)} of {sum(listed.values())}",
            f"{triton:.0f}",
            timed,
            f"{ranking:.1f}",
            f"{timing:.1f}",
        ]
        lines.append("\t".join(map(str, [layer, *numbers, f"{ranking + timing:.1f}", f"{triton / (ranking + timing):.1f}"])))
    return lines


def _wait(processes: list[subprocess.Popen[bytes]], end: float) -> None:
    begun = time.monotonic()
    for process in processes:
        try:
            process.wait(max(0.0, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
    print(f"{len(processes)} processes, {time.monotonic() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()

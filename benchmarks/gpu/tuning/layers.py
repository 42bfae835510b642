"""Wall time of a layer's first step, in which its kernels are tuned: `python -m benchmarks.gpu.tuning.layers OUT` on a machine with a GPU.

Needs flash-linear-attention and transformers. A KDA and a GLA layer run one step forwards and backwards, each in a fresh process with an
empty cache: by Triton alone, with the plug-in, and with tuning by model. Triton alone compiles one configuration after the other and takes
minutes. So its processes run beside the others, one layer each, with processors of their own, which the others do not use. Lines of
JSON are written to OUT; a layer that `--seconds` ends is a lower bound.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.paths import RESULTS

LAYERS = ("kda", "gla")
PLAIN = "triton"
SIDES: dict[str, dict[str, Any] | None] = {
    PLAIN: None,
    "top=3": {"autotune": "model"},
    "top=3, rewrite=False": {"autotune": "model", "rewrite": False},
    "plug-in": {},
}
"""Arguments of `enable` by side; None for Triton alone. The first is timed beside the others."""
SIZES = (
    "layers as flash-linear-attention's models configure them, B=2, T=8192, hidden size 2048, first step forwards and backwards, "
    "empty caches"
)
OWN = 2
"""Processors for each process of Triton alone, which uses one at a time."""


def watch(note: Callable[[dict[str, Any]], None]) -> None:
    """Note how long the tuner takes to choose what it times, and to time it."""
    from triton.runtime.autotuner import Autotuner

    prune, bench = Autotuner.prune_configs, Autotuner._bench

    def pruned(tuner: Any, kwargs: Any) -> Any:
        started = time.perf_counter()
        found = prune(tuner, kwargs)
        note({"kernel": tuner.base_fn.__name__, "left": len(found), "seconds": time.perf_counter() - started})
        return found

    def timed(tuner: Any, *arguments: Any, config: Any, **named: Any) -> Any:
        started = time.perf_counter()
        times = bench(tuner, *arguments, config=config, **named)
        seconds = time.perf_counter() - started
        note({"kernel": tuner.base_fn.__name__, "config": str(config), "seconds": seconds, "ms": times[0]})
        return times

    Autotuner.prune_configs, Autotuner._bench = pruned, timed


def child(out: Path, layer: str, side: str) -> None:
    """Run the step of a layer once, and write down what was tuned."""
    import torch

    from ..layers.modules import step
    from ..layers.step import about as versions

    arguments = SIDES[side]
    if arguments is not None:
        import egraph_opt.triton as plugin

        plugin.enable(**arguments)
    about = {"layer": layer, "side": side, "processors": len(os.sched_getaffinity(0))}
    with out.open("w") as file:

        def note(row: dict[str, Any]) -> None:
            file.write(json.dumps(about | row) + "\n")
            file.flush()

        note({"versions": versions()})
        watch(note)
        run, _ = step(layer)
        torch.cuda.synchronize()
        begun = time.perf_counter()
        output = run()
        output.backward(torch.ones_like(output))
        torch.cuda.synchronize()
        note({"step": time.perf_counter() - begun})
        if arguments is not None:
            note({"report": str(plugin.report()), "rankings": [str(each) for each in plugin.report().rankings]})


def file_of(out: Path, layer: str, side: str) -> Path:
    return out / f"{layer}.{list(SIDES).index(side)}.jsonl"


def started(out: Path, layer: str, side: str, processors: Sequence[int]) -> subprocess.Popen[bytes]:
    """Start a side of a layer on some of the processors."""
    place = file_of(out, layer, side)
    command = [sys.executable, "-m", "benchmarks.gpu.tuning.layers", str(place), "--child", layer, side]
    environment = {**os.environ, "TRITON_CACHE_DIR": tempfile.mkdtemp(), "EGRAPH_OPT": ""}
    environment |= {"OMP_NUM_THREADS": "1"}
    there = os.sched_getaffinity(0)
    os.sched_setaffinity(0, processors)
    try:
        with place.with_suffix(".log").open("wb") as log:
            return subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    finally:
        os.sched_setaffinity(0, there)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seconds", type=float, default=300.0, help="after which nothing more is begun, and what runs is ended")
    parser.add_argument("--child", nargs=2, metavar=("LAYER", "SIDE"), help=argparse.SUPPRESS)
    parser.add_argument("--table", action="store_true", help="measure nothing: write gpu_tuning_layers.tsv from what lies in OUT")
    given = parser.parse_args()
    if given.table:
        said = [f"# {line}" for line in (head(given.out), *table(given.out))]
        (RESULTS / "gpu_tuning_layers.tsv").write_text("\n".join([*said, *by_kernel(given.out)]) + "\n")
        return
    if given.child:
        child(given.out, *given.child)
        return
    given.out.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + given.seconds
    free = sorted(os.sched_getaffinity(0))
    alone = []
    for layer in LAYERS:
        alone.append(started(given.out, layer, PLAIN, free[:OWN]))
        del free[:OWN]
    for side in list(SIDES)[1:]:
        for layer in LAYERS:
            if time.monotonic() < end:
                wait(started(given.out, layer, side, free), end)
    for process in alone:
        wait(process, end)
    print("\n".join(table(given.out)))


def wait(process: subprocess.Popen[bytes], end: float) -> None:
    """Wait for a process, and end it when the time is over."""
    try:
        process.wait(max(0.0, end - time.monotonic()))
    except subprocess.TimeoutExpired:
        process.kill()


def table(out: Path) -> list[str]:
    """Return seconds by layer and side: of the tuners and of the whole step. `at least`: the process was ended before."""
    lines = ["\t".join(("layer", "side", "processors", "kernels", "timed", "tuning_s", "step_s", "shorter", "report"))]
    for layer in LAYERS:
        plain = 0.0
        for side in SIDES:
            if not (rows := noted(out, layer, side)):
                continue
            tuning = sum(row.get("seconds", 0.0) for row in rows)
            step = next((row["step"] for row in rows if "step" in row), None)
            plain = plain or step or tuning
            numbers = [sum("left" in row for row in rows), sum("config" in row for row in rows), f"{tuning:.1f}"]
            took = f"{step:.1f}" if step is not None else f"at least {tuning:.1f}"
            shorter = f"{plain / step:.2f}" if step is not None else ""
            said = next((row["report"] for row in rows if "report" in row), "")
            lines.append("\t".join(map(str, (layer, side, rows[0]["processors"], *numbers, took, shorter, said))))
    return lines


def head(out: Path) -> str:
    """Return what was measured, when, and with which versions."""
    first = next(row for layer in LAYERS for row in noted(out, layer, PLAIN) if "versions" in row)
    return f"{'; '.join(f'{name} {said}' for name, said in first['versions'].items())}; {SIZES}; seconds in the tuners"


def noted(out: Path, layer: str, side: str) -> list[dict[str, Any]]:
    place = file_of(out, layer, side)
    return [json.loads(line) for line in place.read_text().splitlines()] if place.exists() else []


def by_kernel(out: Path) -> list[str]:
    """Return rows of seconds in the tuners of Triton alone and of the first side with a model, by kernel; shapes of a kernel are added up.

    A kernel is done where all configurations that were left to be timed were.
    """
    sides = list(SIDES)[:2]
    lines = ["\t".join(("layer", "kernel", "of", "triton_timed", "triton_s", "model_timed", "model_s", "both_done"))]
    for layer in LAYERS:
        seen: dict[str, dict[str, list[float]]] = {side: {} for side in sides}
        for side in sides:
            for row in noted(out, layer, side):
                if "kernel" in row:
                    each = seen[side].setdefault(row["kernel"], [0.0, 0.0, 0.0])
                    each[0] += row.get("left", 0)
                    each[1] += "config" in row
                    each[2] += row["seconds"]
        totals = [0.0, 0.0, 0.0]
        for kernel in seen[sides[1]]:
            (of, timed, s), (model_of, model_timed, model_s) = (seen[side].get(kernel, [0.0] * 3) for side in sides)
            done = 0 < of == timed and model_of == model_timed
            totals = [a + b for a, b in zip(totals, (timed, s, model_s), strict=True)] if done else totals
            row = (
                layer,
                kernel,
                f"{of:.0f}",
                f"{timed:.0f}",
                f"{s:.1f}",
                f"{model_timed:.0f}",
                f"{model_s:.1f}",
                "yes" if done else "no",
            )
            lines.append("\t".join(row))
        timed, s, model_s = totals
        lines.append(
            "\t".join(
                (layer, "(what both had tuned)", "", f"{timed:.0f}", f"{s:.1f}", "", f"{model_s:.1f}", f"{s / model_s:.2f}")
            )
        )
    return lines


if __name__ == "__main__":
    main()

"""The work of one process: choose configurations of layers, and time their steps, on both sides in turns."""

from __future__ import annotations

import datetime
import json
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.gpu.layers.choose import EVERY, Choices, base_name, configurations, events
from benchmarks.gpu.layers.names import layer
from benchmarks.gpu.layers.reference import REFERENCES, errors
from benchmarks.gpu.layers.sides import OURS, PLAIN, SIDES, begin, bound
from benchmarks.gpu.layers.touched import Touched

STEPS = 4
"""Steps that one profile covers."""
ROUNDS = (PLAIN, OURS) * 4 + (PLAIN,)
PATIENCE = 0.25
"""Seconds between two looks whether a layer is compiled."""


def measure(out: Path, names: Sequence[str], built: Path | None, which: str, until: float) -> None:
    """Time layers, and write `NAME.json` of each as it is done; one that `built` says is still being compiled is waited for.

    Args:
        out: the folder to write to.
        names: the layers.
        built: the file of `collect` that `build` is at work on; None if nothing has to be waited for.
        which: configurations, as of `configurations`; where all are tried, nothing else is timed.
        until: when to stop waiting, as `time.time()` says it.
    """
    import torch

    torch.zeros(1, device="cuda")
    begin()
    choices, touched = Choices((PLAIN,) if which == EVERY else SIDES), Touched()
    choices.watch()
    touched.watch()
    said = about()
    for name in names:
        while built and not built.with_suffix(f".{name}.built").exists() and time.time() < until:
            time.sleep(PATIENCE)
        began = time.monotonic()
        choices.rows.clear()
        with configurations(which, name):
            found = tried(name, choices) if which == EVERY else timed(name, choices, touched)
        (out / f"{name}.json").write_text(json.dumps({"about": said, **found}))
        print(f"{name}: {time.monotonic() - began:.0f} s", flush=True)
        torch.cuda.empty_cache()


def tried(name: str, choices: Choices) -> dict[str, Any]:
    """Return the times of every configuration of a layer's kernels on the plain side."""
    import torch

    step, _ = layer(name)
    output = step()
    output.backward(torch.ones_like(output))
    return {"configurations": list(choices.rows)}


def timed(name: str, choices: Choices, touched: Touched) -> dict[str, Any]:
    """Return the results of a layer: its configurations, and rounds of GPU microseconds per step and kernel; `other` are kernels
    that Triton did not make.

    `checks` compares outputs and gradients with the plain side's, bit for bit and by their largest relative error: of the plain
    side once more, of ours with the same configurations, and of ours with its own.
    """
    import torch

    step, leaves = layer(name)
    direction = torch.ones_like(step())

    def results(side: str, same: bool = False) -> list[Any]:
        for leaf in leaves:
            leaf.grad = None
        with choices.on(side, same):
            output = step()
            output.backward(direction)
        return [output.detach(), *(leaf.grad for leaf in leaves if leaf.grad is not None)]

    results(PLAIN)  # chooses
    results(OURS)
    touched.bytes.clear()
    wanted = results(PLAIN)
    counted = dict(touched.bytes)
    checks = {
        "plain again": compared(results(PLAIN), wanted),
        "same configurations": compared(results(OURS, same=True), wanted),
        "own configurations": compared(results(OURS), wanted),
    }
    del wanted
    rounds = []
    for side in ROUNDS:
        with choices.on(side):
            step().backward(direction)
            times = profiled(lambda: step().backward(direction))
        of_triton = {kernel: us for kernel, us in times.items() if kernel in counted}
        rounds.append({"side": side, "kernels": of_triton, "other": sum(times.values()) - sum(of_triton.values())})
    exact = {"float64": {side: errors(name, partial(choices.on, side)) for side in SIDES}} if name in REFERENCES else {}
    return {"configurations": list(choices.rows), "rounds": rounds, "bytes": counted, "checks": checks, **exact}


def about() -> dict[str, str]:
    """Return the date, the device and versions. It needs no installed egraph-opt: a checkout on Python's path will do."""
    import torch

    import egraph_opt

    names = ("torch", "triton", "fla-core")
    said = {"bound": bound()} if bound() else {}
    return {
        **said,
        "date": str(datetime.date.today()),
        "device": torch.cuda.get_device_name(),
        **{name: version(name) for name in names},
        "egraph-opt": egraph_opt.__version__,
    }


def profiled(step: Callable[[], None]) -> dict[str, float]:
    """GPU microseconds per step, by kernel."""
    total: dict[str, float] = defaultdict(float)

    def run() -> None:
        for _ in range(STEPS):
            step()

    for name, us in events(run):
        total[base_name(name)] += us / STEPS
    return dict(total)


def compared(found: list[Any], wanted: list[Any]) -> list[Any]:
    """Return whether all tensors are equal bit for bit, and the largest relative error."""
    import torch

    pairs = list(zip(found, wanted, strict=True))
    errors = [float((a.double() - b.double()).norm() / b.double().norm().clamp_min(1e-30)) for a, b in pairs]
    return [all(torch.equal(a, b) for a, b in pairs), max(errors)]

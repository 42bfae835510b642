"""The work of a child process: compile the kernels of layers, or time their steps."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.gpu.layers import autotuning, modules, operations
from benchmarks.gpu.layers.plugin import VARIANTS, Touched, use

STEPS = 6
"""Steps that one profile covers."""


def layer(name: str) -> tuple[Callable[[], Any], list[Any]]:
    """The forward step of `module.NAME` or `operation.NAME`, and the tensors whose gradients it gives."""
    kind, _, name = name.partition(".")
    return {"module": modules, "operation": operations}[kind].step(name)


def choices_of(out: Path, name: str, variant: str) -> Path:
    """Where the autotuner's choices for a layer are written down."""
    own = "default" if "tune" in VARIANTS[variant.partition(":")[0]] else variant
    return out / f"{name}.{own}.choices.json"


def compile_layers(out: Path, variant: str, names: list[str], tuning: bool) -> None:
    """Run each layer twice, so that all its kernels are compiled; a tuning run writes the choices down."""
    import torch

    choices: autotuning.Choices = {}
    (autotuning.choose if tuning else autotuning.repeat)(choices)
    use(variant)
    for name in names:
        file = choices_of(out, name, variant)
        choices.clear()
        if not tuning:
            choices |= json.loads(file.read_text())
        step, _ = layer(name)
        for _ in range(2):
            output = step()
            output.backward(torch.ones_like(output))
        torch.cuda.synchronize()
        if tuning:
            file.write_text(json.dumps(choices))
        del step, output
        torch.cuda.empty_cache()
    if variant != "plain":
        import egraph_opt.triton as plugin

        report = [str(kernel) for kernel in (*plugin.report().kernels, *plugin.report().tuned)]
        (out / f"{names[0]}.{variant}.compiled.json").write_text(json.dumps(report, indent=1))


def time_layers(out: Path, variant: str, names: list[str], number: str) -> None:
    """Time the steps of layers, one layer after the other, with the configurations that were chosen for it.

    Writes GPU microseconds per step of every kernel, and of everything else together; bytes of the tensors that each of Triton's kernels
    is given in a step; and whether outputs and gradients are those of the plain pipeline, with their relative error.
    """
    import torch

    choices: autotuning.Choices = {}
    autotuning.repeat(choices)
    use(variant)
    touched = Touched()
    touched.watch()
    result: dict[str, Any] = {"kernels": {}, "other": {}, "bytes": {}, "equal": {}, "error": {}}
    for name in names:
        choices.clear()
        choices |= json.loads(choices_of(out, name, variant).read_text())
        step, leaves = layer(name)
        output = step()
        direction = torch.ones_like(output)
        output.backward(direction)
        found = [output.detach().cpu(), *(x.grad.cpu() for x in leaves if x.grad is not None)]
        result["equal"][name], result["error"][name] = compared(found, out / f"{name}.outputs.pt")
        touched.bytes.clear()
        step().backward(direction)
        torch.cuda.synchronize()
        counted = dict(touched.bytes)
        times = profiled(lambda step=step, direction=direction: step().backward(direction))
        for kernel, microseconds in times.items():
            if kernel in counted:
                result["kernels"][f"{name}/{kernel}"] = microseconds
                result["bytes"][f"{name}/{kernel}"] = counted[kernel]
        result["other"][name] = sum(time for kernel, time in times.items() if kernel not in counted)
        del step, leaves, output, direction, found
        torch.cuda.empty_cache()
    (out / f"time.{variant}.{number}.json").write_text(json.dumps(result))


def profiled(step: Callable[[], None]) -> dict[str, float]:
    """GPU microseconds per step, by kernel."""
    import torch
    from torch.profiler import ProfilerActivity, profile

    with profile(activities=[ProfilerActivity.CUDA]) as profiling:
        for _ in range(STEPS):
            step()
        torch.cuda.synchronize()
    return {event.key: event.self_device_time_total / STEPS for event in profiling.key_averages() if event.self_device_time_total}


def compared(found: list[Any], file: Path) -> tuple[list[bool], float]:
    """Return whether tensors equal those in `file` bit for bit, and the largest relative error; the first call writes them down."""
    import torch

    if not file.exists():
        torch.save(found, file)
    plain = torch.load(file)
    errors = [
        float((a.double() - b.double()).norm() / b.double().norm().clamp_min(1e-30)) for a, b in zip(found, plain, strict=True)
    ]
    return [torch.equal(a, b) for a, b in zip(found, plain, strict=True)], max(errors)

"""One process of one side: it answers requests, a line of JSON each, as they come on its standard input.

`python -m benchmarks.gpu.serving.worker SIDE SOURCES OUTPUTS`. Requests: `load` (a workload's name), which compiles, runs one step and
compares its outputs; `time` (a number of steps); `program` (options), which runs Triton's own programs under other options.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
import traceback
from collections import defaultdict
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.gpu.layers.choose import base_name, events
from benchmarks.gpu.serving.libraries import LIBRARIES
from benchmarks.gpu.serving.workload import CONFIGURATIONS, flat, has_tuner, kernels, workloads
from benchmarks.gpu.start.workload import limit_configurations

PLAIN, NOISE, LIBRARY = "plain", "noise", "library"
SIDES: dict[str, dict[str, Any] | None] = {PLAIN: None, NOISE: None, LIBRARY: None, "default": {}, "tune": {"tune": True}}
"""Arguments of `enable` by side; None without the plug-in. The side `library` runs what `LIBRARIES` has."""
WARM_UP, WARM_UP_SECONDS = 60, 0.5
"""Largest number of steps before a timing, and largest time of the host for them."""
FLUSH = 256 << 20
"""Bytes that are written before each timed step, more than the second-level cache holds."""
FILLS = ("Memset", "FillFunctor")
"""Parts of the names of GPU operations that fill an array."""


def code_of(program: bytes) -> str:
    """Return a name for machine code."""
    return hashlib.sha256(program).hexdigest()[:16]


class Side:
    """A workload at work in this process."""

    def __init__(self, name: str, sources: Path, outputs: Path) -> None:
        self.name, self.sources, self.outputs = name, sources, outputs
        self.module: Any = None
        self.step: Any = None
        self.told = 0

    def load(self, name: str) -> dict[str, Any]:
        """Take up a workload: its first step, and what its outputs have in common with the plain side's."""
        import torch

        self.module = self.step = None
        self.told += len(self._report())
        torch.cuda.empty_cache()
        self.workload = workloads([name])[0]
        began = time.monotonic()
        self.module = self.workload.load(self.sources)
        self.step = self._make_step()
        ready = time.monotonic()
        result = flat(self.step())
        torch.cuda.synchronize()
        ended = time.monotonic()
        if SIDES[self.name] is not None:
            import egraph_opt.triton

            egraph_opt.triton.finish()
            self.step = self._make_step()  # the first step may have changed its arguments
            result = flat(self.step())
            torch.cuda.synchronize()
        return {
            "arguments_s": ready - began, "first_s": ended - ready, "tuner": has_tuner(self.module), **self._compare(result),
            "programs": {kernel: self._programs(function) for kernel, function in kernels(self.module).items()}, "report": self._report(),
        }  # fmt: skip

    def _make_step(self) -> Any:
        """Return the workload's step: with the package's launchers, or on the side `library` with what stands in their place."""
        functions = LIBRARIES[self.workload.name][1] if self.name == LIBRARY else self.workload.launchers(self.module)
        return self.workload.step(functions)

    def _report(self) -> list[Any]:
        """Return what the plug-in says of kernels that this process compiled since the last workload."""
        if SIDES[self.name] is None:
            return []
        import egraph_opt.triton

        said = egraph_opt.triton.report()
        versions = {each.name: (each.gain, each.own) for each in said.versions}
        return [(*kernel.row(), versions.get(kernel.name)) for kernel in said.kernels[self.told :]]

    def _compare(self, result: list[Any]) -> dict[str, Any]:
        """Compare outputs with those that the plain side has stored, or store them."""
        import torch

        stored = self.outputs / f"{self.workload.name}.pt"
        if not stored.exists():
            torch.save([tensor.cpu() for tensor in result], stored.with_suffix(f".{os.getpid()}"))
            os.replace(stored.with_suffix(f".{os.getpid()}"), stored)
            return {}
        same, error, infinite = True, 0.0, 0
        known = torch.load(stored)
        if self.name == LIBRARY:  # which may return no statistics
            result, known = result[:1], known[:1]
        for found, wanted in zip(result, known, strict=True):
            wanted = wanted.to(found.device)
            equal = torch.equal(*(each.contiguous().view(-1).view(torch.uint8) for each in (found, wanted)))
            same &= equal
            infinite += 0 if not found.is_floating_point() else int((~torch.isfinite(found.float())).sum())
            if not equal:
                a, b = found.double().nan_to_num(0, 0, 0), wanted.double().nan_to_num(0, 0, 0)
                error = max(error, float((a - b).abs().max() / b.abs().max().clamp_min(1e-30)))
        return {"same": same, "error": error, "infinite": infinite}

    def _programs(self, function: Any) -> list[dict[str, Any]]:
        """Describe the machine code of a Triton function that was launched; of several versions, the place in the plug-in's order."""
        found = []
        for compiled in function.device_caches[0][0].values():
            compiled = getattr(compiled, "unit", compiled)  # the program for arguments that are 1
            places = getattr(compiled, "_launches", None)
            for place in places if isinstance(places, dict) else [None]:
                one = compiled if place is None else compiled._programs[place]
                row = {
                    "code": code_of(one.kernel),
                    "version": place,
                    "shared": one.metadata.shared,
                    "warps": one.metadata.num_warps,
                }
                found.append({**row, "registers": getattr(one, "n_regs", None), "spills": getattr(one, "n_spills", None)})
        return found

    def time(self, steps: int) -> dict[str, Any]:
        """Return microseconds a step of each Triton kernel, or of all of a library's, with cold caches: the median of some steps, by
        the GPU's own clock.
        """
        import torch

        flush = torch.empty(FLUSH, dtype=torch.uint8, device="cuda")

        before = 0

        def run() -> None:
            nonlocal before
            began = time.monotonic()
            while before < WARM_UP and time.monotonic() - began < WARM_UP_SECONDS:  # so that launches queue, as in serving
                self.step()
                before += 1
            for _ in range(steps):
                flush.zero_()
                self.step()

        found: dict[str, list[float]] = defaultdict(list)
        names = {name: name for name in kernels(self.module)}
        for name, function in kernels(self.module).items():  # a kernel may be launched under another name than its function's
            names |= {compiled.name: name for compiled in function.device_caches[0][0].values()}
        for name, us in events(run):
            own = names.get(base_name(name))
            if self.name == LIBRARY:
                own = None if any(fill in name for fill in FILLS) else LIBRARY
            if own is not None:
                found[own].append(us)
        total = {}
        for name, times in found.items():
            each = max(1, len(times) // (before + steps))
            last = times[-each * steps :]
            total[name] = median(sum(last[start : start + each]) for start in range(0, len(last) - each + 1, each))
        return {"us": total}

    def compile(self, options: dict[str, Any]) -> dict[str, Any]:
        """Run one step under other options, so that its programs are in the cache."""
        return self.program(options, timed=False)

    def program(self, options: dict[str, Any], timed: bool = True) -> dict[str, Any]:
        """Run steps under other options, and describe the programs; their machine code goes to `outputs`."""
        import torch
        from triton.runtime.jit import JITFunction

        run = JITFunction.run
        self.module = self.workload.load(self.sources)
        self.step = self._make_step()
        with ExitStack() as undo:
            undo.callback(setattr, JITFunction, "run", run)
            JITFunction.run = lambda function, *given, **named: run(function, *given, **{**named, **options})
            result = flat(self.step())
            torch.cuda.synchronize()
            times = self.time(8) if timed else {}
        found = {}
        for name, function in kernels(self.module).items():
            found[name] = self._programs(function) if 0 in function.device_caches else []
            for compiled in function.device_caches[0][0].values() if found[name] else ():
                (self.outputs / f"{code_of(compiled.kernel)}.cubin").write_bytes(compiled.kernel)
        return {**self._compare(result), "programs": {name: each for name, each in found.items() if each}, **times}


def main(name: str, sources: Path, outputs: Path) -> None:
    """Answer requests until the input ends."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what kernels and compilers print is no answer
    if (arguments := SIDES[name]) is not None:
        import egraph_opt.triton

        egraph_opt.triton.enable(progress=False, **arguments)
    limit_configurations(CONFIGURATIONS)
    side = Side(name, sources, outputs)
    for line in sys.stdin:
        ((request, given),) = json.loads(line).items()
        try:
            answer = getattr(side, request)(given)
        except Exception as error:
            traceback.print_exc()
            answer = {"failed": f"{type(error).__name__}: {str(error)[:300]}"}
        print(json.dumps(answer), file=answers, flush=True)
        if "CUDA error" in answer.get("failed", ""):
            sys.exit("the GPU's context is lost")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))

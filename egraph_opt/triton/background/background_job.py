"""Job of a child process: all work of the plug-in for a kernel that Triton compiled without the plug-in."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import partial
from typing import Any

from egraph_opt.triton.choice.noalias_version import compile_text
from egraph_opt.triton.compile.child_tasks import Recipe, compiled_as, install_hook
from egraph_opt.triton.compile.grid_alternative import THEIRS, OriginalProgram
from egraph_opt.triton.compile.machine_code import StageResults
from egraph_opt.triton.launches.version_dispatch import Address, address
from egraph_opt.triton.pipeline.launch_hook import CompilationInputs
from egraph_opt.triton.state.report import Kernel, Log

RESULT_NAME = "improved"
"""First part of the key of a kernel's result in the disk memo. Triton's key of the kernel follows."""


@dataclass(frozen=True)
class Plain:
    """Kernel that Triton compiled without the plug-in.

    `hash` is the kernel's key in Triton's cache. `stages` has the output of each stage by name. `noted` is the metadata directly
    after the stage `ttgir`, None if unknown.
    """

    hash: str
    stages: dict[str, Any]
    metadata: dict[str, Any]
    noted: dict[str, Any] | None


@dataclass(frozen=True)
class KernelResult:
    """Cache address of a kernel's optimised program, the compilation records, and the number of failed trial compilations."""

    at: Address
    records: tuple[Kernel, ...]
    failed_trials: int = 0


def improve(recipe: Recipe, plain: Plain) -> KernelResult:
    """Compile a kernel with the plug-in, and store its alternative programs (`launches.version_dispatch`). The result is
    deterministic.

    Raises:
        Exception: an error of Triton's compiler on its own program.
    """
    _, stages = compiled_as(recipe)
    hook = install_hook(recipe.hook, recipe.settings, recipe.kind)
    hook.log = Log()
    names = list(stages)
    results = {name: plain.stages[name] for name in names[names.index("ttgir") + 1 :]}
    metadata = {name: value for name, value in plain.metadata.items() if name not in THEIRS}
    hook.known = OriginalProgram(plain.stages["ttir"], plain.stages["ttgir"], StageResults(results, metadata, 0.0), plain.noted)
    make = partial(compile_text, plain.stages["ttir"], "ttir", recipe.target, recipe.options)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the launching process warns
            kernel = make()
            hook.wrap_kernel(kernel, CompilationInputs(make, {}, "", "", recipe.target, recipe.options))
    finally:
        hook.known = None
    said = hook.log.report()
    found = KernelResult(address(kernel), said.kernels, said.failed_trials)
    hook.memory.note(found.at, RESULT_NAME, plain.hash)
    return found

"""Work of a child process for a kernel that Triton compiled alone: all that the plug-in does at the end of its compilation."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import partial
from typing import Any

from egraph_opt.triton.choice.noalias_version import compile_text
from egraph_opt.triton.compile.child_tasks import Recipe, compiled_as, install_hook
from egraph_opt.triton.compile.machine_code import StageResults
from egraph_opt.triton.compile.original_program import THEIRS, OriginalProgram
from egraph_opt.triton.launches.version_dispatch import Address, address
from egraph_opt.triton.pipeline.launch_hook import CompilationInputs
from egraph_opt.triton.state.report import Kernel, Log

RESULT_NAME = "improved"
"""Name under which a kernel's result is noted, with Triton's key of the kernel."""


@dataclass(frozen=True)
class Plain:
    """A kernel that Triton compiled alone: its key in Triton's cache, what its stages made, by name, its metadata, and those after the
    stage `ttgir` if they were noted."""

    hash: str
    stages: dict[str, Any]
    metadata: dict[str, Any]
    noted: dict[str, Any] | None


@dataclass(frozen=True)
class KernelResult:
    """Place of a kernel's result in Triton's cache on disk, the records of its compilation, and the number of failed trials."""

    at: Address
    records: tuple[Kernel, ...]
    failed_trials: int = 0


def improve(recipe: Recipe, plain: Plain) -> KernelResult:
    """Compile a kernel with the plug-in, and the programs beside it. What is kept does not depend on when or where this runs.

    Raises:
        Exception: whatever Triton's compiler raises of its own program.
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
            warnings.simplefilter("ignore")  # who launches the kernel is told
            kernel = make()
            hook.wrap_kernel(kernel, CompilationInputs(make, {}, "", "", recipe.target, recipe.options))
    finally:
        hook.known = None
    said = hook.log.report()
    found = KernelResult(address(kernel), said.kernels, said.failed_trials)
    hook.memory.note(found.at, RESULT_NAME, plain.hash)
    return found

"""Search for the alternative programs of a kernel (`launches.version_dispatch`)."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from egraph_opt.cost.target import Target
from egraph_opt.machine.launch_cycles import program_resources
from egraph_opt.machine.prediction import ResourceUse, use_of
from egraph_opt.triton.choice.gain_hints import copies_ahead
from egraph_opt.triton.choice.noalias_version import NoaliasSource, best_version
from egraph_opt.triton.compile.compile_jobs import acceptor
from egraph_opt.triton.compile.grid_alternative import CachedProgram, kernel_of
from egraph_opt.triton.compile.least_savings import time_ratio
from egraph_opt.triton.compile.text_compile import compile_equal
from egraph_opt.triton.pipeline.launch_hook import CompilationInputs
from egraph_opt.triton.state.shared_memory_limits import target_name
from egraph_opt.triton.state.version_record import KernelVersions, NoaliasVersion, address


def make_versions(
    kernel: Any, program: CompilationInputs, processor: Target, replaced: CachedProgram | None
) -> tuple[KernelVersions, Any]:
    """Return the alternative programs of a kernel, and the compiled no-alias version, if there is one.

    `replaced`: Triton's own program, if the kernel's program has replaced it.
    """
    first, own = use(kernel), None
    sources = [NoaliasSource(kernel, first)]
    if replaced is not None:
        if replaced.may_win or replaced.made is None:
            own = kernel_of(replaced, kernel, program.target, program.options)
        of_own = use(own) if replaced.made is None else replaced.made.use
        shown = SimpleNamespace(asm={"ttgir": replaced.text}, metadata=kernel.metadata)
        sources.append(NoaliasSource(shown, of_own, time_ratio(replaced.saves)))
    gain, found, second = best(kernel, sources, program, processor)
    uses = [first] if found is None else [found.use(use(second), first), first]
    if replaced is None or not replaced.may_win:
        own = None
    else:
        uses.append(use(own))
    resources = tuple(program_resources(each, processor, copies_ahead(kernel.asm.get("ttgir", ""))) for each in uses)
    return KernelVersions(gain, found, address(second) if second else None, address(own) if own else None, resources), second


def best(
    kernel: Any, sources: Sequence[NoaliasSource[Any]], program: CompilationInputs, processor: Target
) -> tuple[float, NoaliasVersion | None, Any]:
    """Return the best no-alias version of a kernel: the predicted saving as a fraction of the time, the program, and the compiled kernel.

    `sources` are the kernel and equal programs.
    """

    def compiled_there(second: NoaliasVersion) -> Any:
        return compile_equal(second.text, second.language, kernel, program.target, program.options)

    found = best_version(sources, target_name(program.target), processor, acceptor.refusal, compiled_there, use)
    return (0.0, None, None) if found is None else found


def use(kernel: Any) -> ResourceUse:
    return use_of(kernel.kernel, kernel.metadata.shared, kernel.metadata.num_warps)

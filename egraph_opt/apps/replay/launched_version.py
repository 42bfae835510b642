"""Selection of the program that the plug-in would launch for a captured launch (`egraph_opt.triton.launches.version_dispatch`).

The plug-in does not always launch the search result. It may launch a no-alias version, which is valid if arrays do not overlap,
or, for some grids, Triton's own program. The captured arguments show whether arrays overlap.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from types import SimpleNamespace
from typing import Any

from egraph_opt.apps.replay.kernel_corpus import CorpusKernel
from egraph_opt.apps.replay.kernel_metrics import MULTIPROCESSORS
from egraph_opt.apps.sentinel.comparison.launch_arguments import CannotLaunch, launch_arguments
from egraph_opt.cost.target import Target
from egraph_opt.ir.analysis.disjoint_arrays import Arrays
from egraph_opt.machine.launch_cycles import program_resources
from egraph_opt.machine.prediction import ResourceUse
from egraph_opt.triton.choice.gain_hints import copies_ahead, may_have_noalias
from egraph_opt.triton.choice.grid_dispatch import ALONE, ByGrid, saved_alone
from egraph_opt.triton.choice.noalias_version import NoaliasSource, best_version
from egraph_opt.triton.compile.least_savings import ORDER_WORTH
from egraph_opt.triton.state.version_record import NoaliasVersion

Answer = Mapping[str, Any]


@dataclass(frozen=True)
class CompiledProgram:
    """Compiled program of a kernel, with the interface that `noalias_version.noalias_versions` needs."""

    answer: Answer
    use: ResourceUse
    ttir: str

    @property
    def asm(self) -> dict[str, str]:
        return {"ttir": self.ttir, "ttgir": str(self.answer["ttgir"])}

    @property
    def metadata(self) -> SimpleNamespace:
        return SimpleNamespace(shared=self.use.shared, maxnreg=self.answer.get("metadata", {}).get("maxnreg"))


def first_launch(
    kernel: CorpusKernel, first: CompiledProgram, own: CompiledProgram | None, second: CompiledProgram | None, processor: Target
) -> tuple[CompiledProgram, str]:
    """Return the program that the captured launch would run, and its name: `first`, `own` or `second`.

    `first` is the search result, `own` Triton's program, and `second` the no-alias version (valid if arrays do not overlap).
    """
    programs = {name: each for name, each in (("second", second), ("first", first), ("own", own)) if each is not None}
    if kernel.launch is None or len(programs) == 1:
        return first, "first"
    resources = [program_resources(each.use, processor, copies_ahead(first.asm["ttgir"])) for each in programs.values()]
    place = ByGrid(resources, MULTIPROCESSORS, second is not None).order(prod(kernel.launch.grid))[0]
    name = list(programs)[place]
    return programs[name], name


def second_of(
    kernel: CorpusKernel,
    sources: Sequence[NoaliasSource[CompiledProgram]],
    refusal: Callable[[str], str],
    compiled: Callable[[NoaliasVersion], CompiledProgram],
    processor: Target,
) -> CompiledProgram | None:
    """Return the no-alias version for the captured launch; None if no version is valid and gains enough.

    Args:
        kernel: the kernel.
        sources: the search result, and Triton's program if it differs.
        refusal: returns why Triton rejects TTGIR; empty if Triton accepts it.
        compiled: compiles a program. Raises RuntimeError on failure.
        processor: the target.

    Raises:
        InputError: a program of the kernel does not parse.
        RuntimeError: a new program is not proved equal, is rejected, or does not compile.
    """
    if kernel.launch is None or not any(may_have_noalias(source.program.asm) for source in sources):
        return None
    found = best_version(sources, kernel.target, processor, refusal, compiled, lambda program: program.use)
    if found is None or not has_disjoint_memory(kernel, found.version.arrays):
        return None
    if found.gain < ORDER_WORTH:
        resources = (program_resources(use, processor) for use in (found.program.use, sources[0].use))
        if prod(kernel.launch.grid) > ALONE * MULTIPROCESSORS or not saved_alone(*resources):
            return None
    return replace(found.program, use=found.version.use(found.program.use, sources[0].use))


def has_disjoint_memory(kernel: CorpusKernel, arrays: Arrays) -> bool:
    """Return whether the captured launch passes different memory for written arrays than for read arrays."""
    if kernel.launch is None:
        return False
    try:
        passed = launch_arguments(kernel.record["signature"], kernel.launch.arguments)
        written, read = ([(number, passed[number].value["memory"]) for number in each] for each in arrays)
    except (CannotLaunch, KeyError, TypeError, IndexError):
        return False
    return all(number == other or memory != another for number, memory in written for other, another in read)

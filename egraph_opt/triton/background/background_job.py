"""Job of a child process: all work of the plug-in for a kernel that Triton compiled without the plug-in."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace
from functools import partial
from types import SimpleNamespace
from typing import Any

from egraph_opt.errors import reason_of
from egraph_opt.machine.prediction import processor_of
from egraph_opt.triton.background.faster_forms import (
    CompiledForm,
    DeeperForm,
    DescriptorForm,
    deepen,
    describe_kernel,
    may_deepen,
    parse_deeper,
    parse_descriptors,
    with_descriptors,
)
from egraph_opt.triton.choice.noalias_version import compile_text
from egraph_opt.triton.choice.pipeline_depth import MAX_RESIDENT
from egraph_opt.triton.compile.child_tasks import Recipe, compiled_as, install_hook
from egraph_opt.triton.compile.grid_alternative import THEIRS, OriginalProgram
from egraph_opt.triton.compile.machine_code import StageResults
from egraph_opt.triton.launches.descriptor_kernel import DESCRIPTOR_CAPABILITY
from egraph_opt.triton.launches.version_dispatch import Address, VersionHook, address
from egraph_opt.triton.pipeline.launch_hook import CompilationInputs
from egraph_opt.triton.state.cache_keys import as_triton_alone
from egraph_opt.triton.state.report import Kernel, Log, logger

RESULT_NAME = "improved"
"""First part of the key of a kernel's result in the disk memo. Triton's key of the kernel follows."""


@dataclass(frozen=True)
class Plain:
    """Kernel that Triton compiled without the plug-in.

    `hash` is the kernel's key in Triton's cache. `stages` has the output of each stage by name. `noted` is the metadata directly
    after the stage `ttgir`, None if unknown. `has_tuner`: its options are the choice of a tuner.
    """

    hash: str
    stages: dict[str, Any]
    metadata: dict[str, Any]
    noted: dict[str, Any] | None
    has_tuner: bool = True


@dataclass(frozen=True)
class KernelResult:
    """Cache address of a kernel's optimised program, the compilation records, and the number of failed trial compilations.

    `deeper` and `descriptors` are other forms of the kernel that some launches run (`faster_forms`).
    """

    at: Address
    records: tuple[Kernel, ...] = ()
    failed_trials: int = 0
    deeper: DeeperForm | None = None
    descriptors: DescriptorForm | None = None

    def record(self) -> list[Any]:
        """Return the programs for the disk memo; `parse_result` reads them."""
        return [*self.at, self.deeper, self.descriptors]


def parse_result(said: Any) -> KernelResult | None:
    """Return a kernel's programs from the disk memo; None if the data are malformed."""
    match said:
        case [str(hash), str(name), deeper, descriptors]:
            return KernelResult((hash, name), deeper=parse_deeper(deeper), descriptors=parse_descriptors(descriptors))
    return None


def improve(recipe: Recipe, plain: Plain) -> KernelResult:
    """Compile a kernel with the plug-in, and store its alternative programs (`launches.version_dispatch`, `faster_forms`). The result is
    deterministic.

    Raises:
        Exception: an error of Triton's compiler on its own program.
    """
    compiled_as(recipe)
    hook = install_hook(recipe.hook, recipe.settings, recipe.kind)
    deeper, descriptors = _find_forms(recipe, plain)
    if deeper is None:
        found = _optimize(recipe, plain)
    else:
        form, limit = deeper
        other = _optimize(replace(recipe, options=form.options), _plain_of(form, hook))
        found = replace(other, records=tuple(_with_stages(record, form.program.stages) for record in other.records))
        if limit < MAX_RESIDENT:  # large launches run the kernel with its own stages
            own = _optimize(recipe, plain)
            records, failed = (*own.records, *found.records), own.failed_trials + other.failed_trials
            found = KernelResult(own.at, records, failed, DeeperForm(other.at, limit, form.program.stages))
    found = replace(found, descriptors=descriptors)
    if descriptors is not None:
        name, said = plain.metadata["name"], f"descriptors that the host makes, {descriptors.stages} pipeline stages"
        found = replace(found, records=(*found.records, Kernel(name, recipe.processor, "changed", change=said)))
    hook.memory.note(found.record(), RESULT_NAME, plain.hash)
    return found


def _find_forms(recipe: Recipe, plain: Plain) -> tuple[tuple[CompiledForm, int] | None, DescriptorForm | None]:
    """Return a kernel with other pipeline stages and its limit, and the kernel with descriptors; None for each that gains nothing."""
    processor, settings, text = processor_of(recipe.processor), recipe.settings, plain.stages["ttir"]
    if plain.has_tuner or processor is None or not may_deepen(plain.stages):
        return None, None
    kernel = SimpleNamespace(asm=plain.stages, metadata=SimpleNamespace(**plain.metadata))
    own = describe_kernel(kernel, recipe.options)

    def compile_alone(text: str, options: dict[str, Any]) -> Any:
        with as_triton_alone():
            return compile_text(text, "ttir", recipe.target, options)

    rest = compile_alone, recipe.processor, processor
    deeper = deepen(text, own, *rest) if settings.stages else None
    descriptors = None
    if settings.descriptors and recipe.target.arch >= DESCRIPTOR_CAPABILITY:
        try:
            descriptors = with_descriptors(text, own, *rest)
        except Exception as error:
            logger.info("%s has no descriptors: %s", plain.metadata["name"], reason_of(error))
    return deeper, descriptors


def _plain_of(form: CompiledForm, hook: VersionHook) -> Plain:
    stages = dict(form.kernel.asm)
    return Plain(form.kernel.hash, stages, form.kernel.metadata._asdict(), hook.noted.notes_of_program(stages["ttgir"]))


def _with_stages(record: Kernel, stages: int) -> Kernel:
    """Return the record of a kernel that is compiled with other pipeline stages."""
    return replace(
        record, outcome="changed", change="; ".join(filter(None, (f"{stages} pipeline stages", record.change))), reason=""
    )


def _optimize(recipe: Recipe, plain: Plain) -> KernelResult:
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
    return KernelResult(address(kernel), said.kernels, said.failed_trials)

"""Improvement of a kernel that Triton compiled without the plug-in: all work of a child process for it."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

from egraph_opt.errors import reason_of
from egraph_opt.machine.prediction import processor_of
from egraph_opt.triton.background.background_job import KernelResult, Plain, result_key
from egraph_opt.triton.background.faster_forms import (
    FUSED,
    CompiledForm,
    RaisedForm,
    deepen,
    describe_kernel,
    saves_instructions,
    with_descriptors,
)
from egraph_opt.triton.background.merged_form import merge
from egraph_opt.triton.choice.compile_options import copied_past_writes
from egraph_opt.triton.choice.gain_hints import idle, may_deepen, may_have_forms, may_merge_instances, may_search
from egraph_opt.triton.choice.pipeline_depth import MAX_RESIDENT
from egraph_opt.triton.compile.child_tasks import compiled_as, install_hook
from egraph_opt.triton.compile.grid_alternative import THEIRS, OriginalProgram
from egraph_opt.triton.compile.machine_code import StageResults
from egraph_opt.triton.compile.recipe import Recipe
from egraph_opt.triton.compile.text_compile import compile_text
from egraph_opt.triton.compile.unit_arguments import specialize
from egraph_opt.triton.launches.kernel_arguments import DESCRIPTOR_CAPABILITY
from egraph_opt.triton.launches.kernel_forms import DeeperForm, DescriptorForm, MergedForm
from egraph_opt.triton.launches.version_dispatch import VersionHook
from egraph_opt.triton.pipeline.launch_hook import CompilationInputs, describe_units
from egraph_opt.triton.state.cache_keys import as_triton_alone
from egraph_opt.triton.state.report import Kernel, Log, logger
from egraph_opt.triton.state.version_record import address


def improve_kernel(recipe: Recipe, plain: Plain) -> KernelResult:
    """Compile a kernel with the plug-in, and store its alternative programs (`launches.version_dispatch`, `faster_forms`, `merged_form`).
    The result is deterministic.

    Raises:
        Exception: an error of Triton's compiler on its own program.
    """
    compiled_as(recipe)
    hook = install_hook(recipe.hook, recipe.settings, recipe.kind)
    general, plain = plain, _with_units(recipe, plain, hook)
    deeper, raised, merged = _find_forms(recipe, plain)
    name, said = plain.metadata["name"], []
    if plain.units:
        said.append(describe_units(plain.units))
    if deeper is None:
        found, best = _optimize(recipe, plain)
    else:
        form, limit = deeper
        other, best = _optimize(replace(recipe, options=form.options), _plain_of(form.kernel, hook))
        found = replace(other, records=tuple(_with_stages(record, form, plain) for record in other.records))
        has_more = form.program.stages > int(recipe.options.get("num_stages") or 1)
        arrays = copied_past_writes(form.kernel.asm["ttir"]) if has_more else None
        arrays = arrays if arrays is not None and arrays.written else None
        if limit < MAX_RESIDENT or arrays is not None:  # some launches run the kernel with its own stages
            own, best = _optimize(recipe, plain)
            records, failed = (*own.records, *found.records), own.failed_trials + other.failed_trials
            found = KernelResult(own.at, records, failed, DeeperForm(other.at, limit, form.program.stages, arrays))
    descriptors = _optimize_descriptors(recipe, raised, best, hook) if raised is not None else None
    if descriptors is not None:
        small = f", {descriptors.deeper.stages} in small grids" if descriptors.deeper is not None else ""
        said.append(f"descriptors that the host makes, {descriptors.stages} pipeline stages{small}")
    if merged is not None:
        said.append(f"in large grids, one instance for {merged.instances}, num_warps={merged.warps}")
    others = (record for record in found.records if not said or record.outcome != "kept")
    records = (*others, *(Kernel(name, recipe.processor, "changed", change=change) for change in said))
    found = replace(found, records=records, descriptors=descriptors, merged=merged, units=plain.units)
    is_changed = found != _own_result(recipe, general)
    hook.memory.note(found.record() if is_changed else [], *result_key(general.hash, general.units))
    return found


def _with_units(recipe: Recipe, plain: Plain, hook: VersionHook) -> Plain:
    """Return a kernel with constants for the arguments that are 1; without these arguments (`units`) if constants gain nothing."""
    made = None
    if plain.units and plain.launches_forms:
        make = partial(_compile_alone, recipe, options=recipe.options)
        try:
            made = specialize(_kernel_of(plain), plain.units, make, recipe.processor)
        except Exception as error:
            logger.info("%s keeps arguments that are 1: %s", plain.metadata["name"], reason_of(error))
    if made is None:
        return replace(plain, units=())
    new = _plain_of(made, hook)
    return replace(plain, hash=new.hash, stages=new.stages, metadata=new.metadata, noted=new.noted)


def _compile_alone(recipe: Recipe, text: str, options: dict[str, Any]) -> Any:
    """Compile a program in TTIR without the plug-in."""
    with as_triton_alone():
        return compile_text(text, "ttir", recipe.target, options)


def _own_result(recipe: Recipe, plain: Plain) -> KernelResult:
    """Return the result of a search that finds nothing."""
    name, about = plain.metadata["name"], {each: plain.metadata[each] for each in ("num_warps", "num_stages")}
    record = Kernel(name, recipe.processor, "kept", idle(recipe.settings.loads_first), **about)
    return KernelResult((plain.hash, f"{name}.json"), (record,))


Forms = tuple[tuple[CompiledForm, int] | None, RaisedForm | None, MergedForm | None]


def _find_forms(recipe: Recipe, plain: Plain) -> Forms:
    """Return a kernel with other stages and its limit, with descriptors, and with instances merged; None for what gains nothing."""
    processor, settings, text = processor_of(recipe.processor), recipe.settings, plain.stages["ttir"]
    if not plain.launches_forms or processor is None or not may_have_forms(settings, plain.stages, recipe.processor):
        return None, None, None
    own, make = describe_kernel(_kernel_of(plain), recipe.options), partial(_compile_alone, recipe)

    def find(form: Callable[..., Any]) -> Any:
        try:
            return form(text, own, make, recipe.processor, processor)
        except Exception as error:
            logger.info("%s has no other form: %s", plain.metadata["name"], reason_of(error))
            return None

    loops, large = may_deepen(plain.stages), settings.versions and may_merge_instances(plain.stages, recipe.processor)
    raises = loops and settings.descriptors and recipe.target.arch >= DESCRIPTOR_CAPABILITY
    deepens = loops and settings.stages and plain.has_free_stages
    return (
        deepen(text, own, make, recipe.processor, processor, apart=True) if deepens else None,
        find(partial(with_descriptors, deepens=deepens)) if raises else None,
        find(merge) if large else None,
    )


def _kernel_of(plain: Plain) -> Any:
    return SimpleNamespace(asm=plain.stages, metadata=SimpleNamespace(**plain.metadata))


def _plain_of(kernel: Any, hook: VersionHook) -> Plain:
    stages = dict(kernel.asm)
    return Plain(kernel.hash, stages, kernel.metadata._asdict(), hook.noted.notes_of_program(stages["ttgir"]))


def _with_stages(record: Kernel, form: CompiledForm, plain: Plain) -> Kernel:
    """Return the record of a kernel that is compiled with other pipeline stages, or with separate loops."""
    apart = FUSED.search(plain.stages["ttir"]) and not FUSED.search(form.kernel.asm["ttir"])
    said = f"{form.program.stages} pipeline stages" + (" in separate loops" if apart else "")
    return replace(record, outcome="changed", change="; ".join(filter(None, (said, record.change))), reason="")


def _optimize_descriptors(recipe: Recipe, raised: RaisedForm, best: Any, hook: VersionHook) -> DescriptorForm | None:
    """Return the optimised kernel with descriptors; None if it needs too many instructions beside `best`, the kernel without."""
    options = raised.form.options
    found, kernel = _optimize(replace(recipe, options=options), _plain_of(raised.form.kernel, hook))
    if not saves_instructions(describe_kernel(best, recipe.options), describe_kernel(kernel, options)):
        return None
    deeper = None
    if raised.deeper is not None:
        form, limit = raised.deeper
        small, _ = _optimize(replace(recipe, options=form.options), _plain_of(form.kernel, hook))
        deeper = DeeperForm(small.at, limit, form.program.stages)
    return DescriptorForm(raised.raised, found.at, raised.form.program.stages, deeper)


def _optimize(recipe: Recipe, plain: Plain) -> tuple[KernelResult, Any]:
    """Return the result of the search for a kernel and the compiled program; the kernel itself if a text search finds nothing to gain."""
    if not may_search(recipe.settings, plain.stages):
        return _own_result(recipe, plain), _kernel_of(plain)
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
    return KernelResult(address(kernel), said.kernels, said.failed_trials), kernel

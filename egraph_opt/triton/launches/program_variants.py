"""Programs of a kernel that are timed beside Triton's: of other settings, register limits, schedules, and places of copies."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from egraph_opt.cost.model_spec import cost_model
from egraph_opt.machine.prediction import processor_of
from egraph_opt.text.register_attributes import SCHEDULE_ATTRIBUTE
from egraph_opt.triton.choice.copy_scheduling import PLACES, copies_follow_barriers, with_copies_earlier
from egraph_opt.triton.compile.register_limits import ALLOTMENTS, allotments
from egraph_opt.triton.compile.sched4reg import OPTION, has_schedules
from egraph_opt.triton.compile.text_compile import compile_equal
from egraph_opt.triton.launches.launch_timing import MODEL, TRITON_PROGRAM
from egraph_opt.triton.launches.version_search import use
from egraph_opt.triton.pipeline.launch_hook import CompilationInputs
from egraph_opt.triton.state.settings import Settings
from egraph_opt.triton.state.shared_memory_limits import target_name

DERIVED_VARIANTS = {f"{base}_{name}": (base, name) for base in (TRITON_PROGRAM, MODEL) for name in (*ALLOTMENTS, *PLACES)}
"""Variants of two programs, `plain` (Triton's) and `model` (the cost model's), with other register limits or schedules
(`egraph_opt.triton.compile.register_limits`), or with copies issued earlier (`egraph_opt.triton.choice.copy_scheduling`).
"""


def variants(settings: Settings) -> dict[str, Settings]:
    """Return variants of the user's settings by name, each for a search whose program is timed too.

    Each variant was the fastest for some kernel on an H200.
    """
    without_errors = {"unbounded": replace(settings, numerics="")} if settings.numerics else {}
    settings = replace(settings, confirm=False)
    options, earlier = settings.options, replace(settings, place="after-last")
    plain = replace(options, read_copies=False)
    inert = cost_model("cycles:change_price=30:change_factor=1.3")
    return {
        **without_errors,
        "earlier": earlier,
        "exact": replace(settings, min_gain=0.0, options=replace(options, extract="exact")),
        "inert": replace(settings, min_gain=0.0, options=replace(options, cost=inert)),
        "first": replace(settings, min_gain=0.0, options=replace(options, loads_first=True)),
        "loads": replace(settings, options=replace(plain, move_loads=True)),
        "conversions": replace(settings, options=plain),
        "earlier_exact": replace(earlier, min_gain=0.0, options=replace(options, extract="exact")),
        "earlier_loads": replace(earlier, min_gain=0.0, options=replace(plain, move_loads=True)),
    }


def compile_derived(kernel: Any, program: CompilationInputs) -> dict[str, Any]:
    """Return variants of a kernel by name, compiled from TTGIR with other register limits or schedules, or with earlier copies."""
    processor = processor_of(target_name(program.target))
    if processor is None:
        return {}
    text = kernel.asm["ttgir"]
    texts = allotments(text, use(kernel), processor, has_schedules(program.options)) | with_copies_earlier(text)
    found = {}
    for name, text in texts.items():
        options = {**program.options, OPTION: True} if SCHEDULE_ATTRIBUTE in text else program.options
        with suppress(RuntimeError):  # it does not compile
            found[name] = compile_equal(text, "ttgir", kernel, program.target, options)
    return {name: made for name, made in found.items() if name not in PLACES or copies_follow_barriers(made.asm["ptx"])}

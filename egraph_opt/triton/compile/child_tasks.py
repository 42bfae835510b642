"""Tasks of child processes: compilation of a kernel's programs. Results are text or machine code."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from egraph_opt.triton.compile.machine_code import StageResults, make
from egraph_opt.triton.compile.recipe import Recipe, Removable
from egraph_opt.triton.compile.ttgir_stage import context_for, parse
from egraph_opt.triton.state.settings import Settings
from egraph_opt.triton.state.shared_memory_limits import check_shared_memory
from egraph_opt.triton.state.trial_compilation import trial


def make_text(recipe: Recipe, text: str, metadata: dict[str, Any]) -> StageResults:
    """Compile a TTGIR program to machine code.

    Raises:
        RuntimeError: the program needs more shared memory than its target has.
        Exception: any error of `make`.
    """
    backend, stages = compiled_as(recipe)
    later = list(stages.items())[list(stages).index("ttgir") + 1 :]
    with trial():
        made = make(later, parse(text, context_for(backend)), metadata)
        check_shared_memory(made.metadata["shared"], recipe.processor)
    return made


class StageResult(NamedTuple):
    """Output of one stage, as text or machine code, and the metadata after the stage."""

    result: str | bytes
    metadata: dict[str, Any]


def make_all(recipe: Recipe, text: str, metadata: dict[str, Any]) -> dict[str, StageResult]:
    """Run all stages on the front end's output, and return the results by stage name.

    Raises:
        Exception: any error of a stage.
    """
    backend, stages = compiled_as(recipe)
    module, steps = parse(text, context_for(backend)), {}
    for name, stage in stages.items():
        module = stage(module, metadata)  # the next stage changes the module in place
        steps[name] = StageResult(module if isinstance(module, bytes) else str(module), dict(metadata))
    return steps


def compiled_as(recipe: Recipe) -> tuple[Any, dict[str, Any]]:
    """Adopt the environment and the compilation hook of the requesting process, and return the backend and the stages."""
    from triton.compiler.compiler import make_backend

    if os.environ != recipe.environment:
        os.environ.clear()
        os.environ.update(recipe.environment)
    install_hook(recipe.hook, recipe.settings, recipe.kind)
    backend = make_backend(recipe.target)
    stages: dict[str, Any] = {}
    backend.add_stages(stages, backend.parse_options(recipe.options), recipe.language)
    return backend, stages


@lru_cache(maxsize=1)
def install_hook(make: Callable[[Settings, str], Any], settings: Settings, kind: str) -> Any:
    """Replace the plug-in's compilation hook in this process by one with these settings, and return it."""
    from triton import knobs

    if isinstance(before := knobs.runtime.add_stages_inspection_hook, Removable):
        before.remove()
    hook = make(settings, kind)
    hook.install()
    return hook

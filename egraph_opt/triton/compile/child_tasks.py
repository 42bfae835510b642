"""Tasks of child processes: compilation of a kernel's programs. Results are text or machine code."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, runtime_checkable

from egraph_opt.triton.choice.noalias_version import Earlier, compile_text, earlier, without_single_loops
from egraph_opt.triton.choice.parser_process import Accepts
from egraph_opt.triton.compile.machine_code import StageResults, make
from egraph_opt.triton.compile.ttgir_stage import context_for, parse
from egraph_opt.triton.state.settings import Settings
from egraph_opt.triton.state.shared_memory_limits import check_shared_memory, target_name
from egraph_opt.triton.state.trial_compilation import trial


@runtime_checkable
class Removable(Protocol):
    """Interface of an installed compilation hook of Triton, which can be removed."""

    def install(self) -> None: ...

    def remove(self) -> None: ...


@dataclass(frozen=True)
class Recipe:
    """Inputs of a compilation in a child process. `kind` is the suffix that the plug-in adds to Triton's cache keys."""

    settings: Settings
    kind: str
    target: Any
    options: dict[str, Any]
    language: Any
    environment: dict[str, str]
    """Environment variables, including the settings of Triton's knobs."""
    hook: Callable[[Settings, str], Removable]
    """Constructor of the plug-in's compilation hook. The hook's own key is part of Triton's cache keys."""

    @property
    def processor(self) -> str:
        return target_name(self.target)


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


Seen = tuple[str, Earlier]
"""TTGIR as Triton prints it, and its no-alias version with loads pipelined or moved above stores (`noalias_version.earlier`)."""


def foresee(recipe: Recipe, text: str) -> Seen:
    """Compile a program's no-alias version (valid if arrays do not overlap), if any, into Triton's cache before a launch needs it."""
    backend, _ = compiled_as(recipe)
    return _keep(recipe, str(parse(text, context_for(backend))))  # the text is a cache key


def foresee_single(recipe: Recipe, text: str) -> Seen | None:
    """Give loops with trip count 1 constant bounds in a TTIR program, compile it to TTGIR, and run `foresee` on the TTGIR.

    Return None if no loop has trip count 1.
    """
    compiled_as(recipe)
    if (found := without_single_loops(text)) is not None:
        return _keep(recipe, compile_text(found.text, "ttir", recipe.target, recipe.options).asm["ttgir"])
    return None


def keep(recipe: Recipe, backend: Any, text: str, accepts: Accepts) -> Seen:
    """Run `foresee` in the launching process.

    First, `accepts` checks the no-alias version with Triton's parser in a child process, since libtriton aborts on some texts.
    """
    return _keep(recipe, str(parse(text, context_for(backend))), accepts)


def _keep(recipe: Recipe, text: str, accepts: Accepts | None = None) -> Seen:
    found = earlier(text)
    if found.made is not None and (accepts is None or not accepts.refusal(found.made.text)):
        compile_text(found.made.text, "ttgir", recipe.target, recipe.options)
    return text, found


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

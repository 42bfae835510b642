"""Work of a child process for a kernel: its input is passed in full, and its results are text, so that the parent can use them."""

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
from egraph_opt.triton.state.trial import trial


@runtime_checkable
class Removable(Protocol):
    """Hook of the plug-in, whose place another one may take."""

    def install(self) -> None: ...

    def remove(self) -> None: ...


@dataclass(frozen=True)
class Recipe:
    """Inputs of a compilation; `kind` is the hook's."""

    settings: Settings
    kind: str
    target: Any
    options: dict[str, Any]
    language: Any
    environment: dict[str, str]
    """Its environment, which holds what was chosen of Triton's knobs, too."""
    hook: Callable[[Settings, str], Removable]
    """Function that makes the hook, which is part of the keys of Triton's cache."""

    @property
    def processor(self) -> str:
        return target_name(self.target)


def make_text(recipe: Recipe, text: str, metadata: dict[str, Any]) -> StageResults:
    """Compile a program in TTGIR.

    Raises:
        RuntimeError: it does not fit its target.
        Exception: any error of `make`.
    """
    backend, stages = compiled_as(recipe)
    later = list(stages.items())[list(stages).index("ttgir") + 1 :]
    with trial():
        made = make(later, parse(text, context_for(backend)), metadata)
        check_shared_memory(made.metadata["shared"], recipe.processor)
    return made


class StageResult(NamedTuple):
    """Result of one stage, as text or machine code, and the metadata after it."""

    result: str | bytes
    metadata: dict[str, Any]


def make_all(recipe: Recipe, text: str, metadata: dict[str, Any]) -> dict[str, StageResult]:
    """Run all stages on a program as Triton's front end makes it; return the steps by the names of their stages.

    Raises:
        Exception: any error of a stage.
    """
    backend, stages = compiled_as(recipe)
    module, steps = parse(text, context_for(backend)), {}
    for name, stage in stages.items():
        module = stage(module, metadata)  # which the next stage changes in place
        steps[name] = StageResult(module if isinstance(module, bytes) else str(module), dict(metadata))
    return steps


Seen = tuple[str, Earlier]
"""Program in TTGIR as Triton prints it, and the result of the attempt to make a second version of it."""


def foresee(recipe: Recipe, text: str) -> Seen:
    """Compile the second version of a program in TTGIR, if there is one, so that Triton's cache on disk has it."""
    backend, _ = compiled_as(recipe)
    return _keep(recipe, str(parse(text, context_for(backend))))  # the text under which it will be looked up


def foresee_single(recipe: Recipe, text: str) -> Seen | None:
    """Do the work of `foresee` for a program in TTIR with loops that run once."""
    compiled_as(recipe)
    if (found := without_single_loops(text)) is not None:
        return _keep(recipe, compile_text(found.text, "ttir", recipe.target, recipe.options).asm["ttgir"])
    return None


def keep(recipe: Recipe, backend: Any, text: str, accepts: Accepts) -> Seen:
    """Do the work of `foresee` in the launching process, with its own backend; `accepts` first checks the text, which could abort
    the process."""
    return _keep(recipe, str(parse(text, context_for(backend))), accepts)


def _keep(recipe: Recipe, text: str, accepts: Accepts | None = None) -> Seen:
    found = earlier(text)
    if found.made is not None and (accepts is None or not accepts.refusal(found.made.text)):
        compile_text(found.made.text, "ttgir", recipe.target, recipe.options)
    return text, found


def compiled_as(recipe: Recipe) -> tuple[Any, dict[str, Any]]:
    """Return the backend and the stages of a compilation as in the process that asks for it; this process keeps that environment
    and hook."""
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
    """A hook as in that process; the one before goes."""
    from triton import knobs

    if isinstance(before := knobs.runtime.add_stages_inspection_hook, Removable):
        before.remove()
    hook = make(settings, kind)
    hook.install()
    return hook

"""What a child process does for a kernel: all that it needs is told, and what it makes is text, so that its parent can go on with it."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any

from egraph_opt.triton.choice.accept import Accepts
from egraph_opt.triton.choice.second import Earlier, compile_text, earlier, without_single_loops
from egraph_opt.triton.compile.make import Made, make
from egraph_opt.triton.compile.stage import context_for, parse
from egraph_opt.triton.state.limits import check_shared, target_name
from egraph_opt.triton.state.settings import Settings


@dataclass(frozen=True)
class Recipe:
    """How a process compiles; `kind` is the hook's."""

    settings: Settings
    kind: str
    target: Any
    options: dict[str, Any]
    language: Any
    environment: dict[str, str]
    """Its environment, which holds what was chosen of Triton's knobs, too."""

    @property
    def processor(self) -> str:
        return target_name(self.target)


def load() -> None:
    """Load what all work needs."""
    for name in ("egraph_opt.triton.pipeline.hook", "triton.backends.compiler", "triton.compiler"):
        with suppress(ImportError):
            import_module(name)


def make_text(recipe: Recipe, text: str, metadata: dict[str, Any]) -> Made:
    """A program in TTGIR, compiled.

    Raises:
        RuntimeError: it does not fit its target.
        Exception: as `make`.
    """
    backend, stages = compiled_as(recipe)
    later = list(stages.items())[list(stages).index("ttgir") + 1 :]
    made = make(later, parse(text, context_for(backend)), metadata)
    check_shared(made.metadata["shared"], recipe.processor)
    return made


Seen = tuple[str, Earlier]
"""A program in TTGIR as Triton prints it, and what was made of it for a second version."""


def foresee(recipe: Recipe, text: str) -> Seen:
    """Have Triton's cache on disk keep what would be the second version of a program in TTGIR."""
    backend, _ = compiled_as(recipe)
    return _keep(recipe, str(parse(text, context_for(backend))))  # as it will be found


def foresee_single(recipe: Recipe, text: str) -> Seen | None:
    """As `foresee`, of a program in TTIR with loops that run once."""
    compiled_as(recipe)
    if (found := without_single_loops(text)) is not None:
        return _keep(recipe, compile_text(found.text, "ttir", recipe.target, recipe.options).asm["ttgir"])
    return None


def keep(recipe: Recipe, backend: Any, text: str, accepts: Accepts) -> Seen:
    """As `foresee`, in the process that launches, with a backend of its own: what Triton does not accept could end it."""
    return _keep(recipe, str(parse(text, context_for(backend))), accepts)


def _keep(recipe: Recipe, text: str, accepts: Accepts | None = None) -> Seen:
    found = earlier(text)
    if found.made is not None and (accepts is None or not accepts.refusal(found.made.text)):
        compile_text(found.made.text, "ttgir", recipe.target, recipe.options)
    return text, found


def compiled_as(recipe: Recipe) -> tuple[Any, dict[str, Any]]:
    """The backend and the stages of a compilation in the process that asks for it; from then on this process compiles as that one."""
    from triton.compiler.compiler import make_backend

    if os.environ != recipe.environment:
        os.environ.clear()
        os.environ.update(recipe.environment)
    installed(recipe.settings, recipe.kind)
    backend = make_backend(recipe.target)
    stages: dict[str, Any] = {}
    backend.add_stages(stages, backend.parse_options(recipe.options), recipe.language)
    return backend, stages


@lru_cache(maxsize=1)
def installed(settings: Settings, kind: str) -> Any:
    """A hook as in that process, since it is part of the keys of Triton's cache."""
    from triton import knobs

    from egraph_opt.triton.pipeline.hook import Hook

    if isinstance(before := knobs.runtime.add_stages_inspection_hook, Hook):
        before.remove()
    hook = Hook(settings, kind)
    hook.install()
    return hook

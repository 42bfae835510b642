"""Compilation of tuning configurations in child processes, with one front-end run per distinct source.

Triton's front end and parts of its back end hold the GIL, so threads compile serially. The back-end stages run in child
processes. The front end runs in this process, which has the user's functions. Configurations that differ only in options that the
front end does not read share the front end's output.
"""

from __future__ import annotations

import os
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from functools import partial
from inspect import signature
from typing import Any

from egraph_opt.triton.compile.child_pools import crew
from egraph_opt.triton.compile.child_tasks import StageResult, make_all
from egraph_opt.triton.compile.grid_alternative import Noting
from egraph_opt.triton.compile.machine_code import Stage
from egraph_opt.triton.compile.recipe import Recipe, told_all
from egraph_opt.triton.pipeline.stage_hook import Hook
from egraph_opt.triton.state.cache_keys import is_without_search
from egraph_opt.triton.state.function_patch import Patches
from egraph_opt.triton.state.settings import Settings

TUNED_OPTIONS = ("num_warps", "num_stages", "maxnreg")
"""Options that tuning configurations set, and that the front end seldom reads."""

_sources: ContextVar[Sources | None] = ContextVar("sources", default=None)
"""Memo of front-end outputs; None outside of `in_children`."""


@contextmanager
def in_children() -> Iterator[None]:
    """Run the stages of compilations in child processes, inside this context.

    Only compilations without the plug-in are affected (`state.cache_keys.as_triton_alone`).
    """
    from triton.backends import backends
    from triton.compiler.compiler import ASTSource

    if not (crew.usable() and told_all_of_stages()):
        yield
        return
    patches, token = Patches(), _sources.set(Sources())
    try:
        for kind in {backend.compiler for backend in backends.values()}:
            patches.replace(kind, "add_stages", _adding(kind.add_stages))
        patches.replace(ASTSource, "make_ir", _made_once(ASTSource.make_ir))
        yield
    finally:
        patches.remove()
        _sources.reset(token)


def told_all_of_stages() -> bool:
    """Return whether child processes can reproduce a compilation: no other tool's stage hook is installed, and no IR is
    overridden between stages.
    """
    from triton import knobs
    from triton.compiler.compiler import make_backend
    from triton.runtime.driver import driver

    hook = knobs.runtime.add_stages_inspection_hook
    if knobs.compilation.override or knobs.compilation.use_ir_loc:
        return False
    return (hook is None or (isinstance(hook, Hook) and not hook.has_unknown_hook)) and told_all(
        make_backend(driver.active.get_current_target())
    )


def _sources_for(options: Any) -> Sources | None:
    """Return the memo of front-end outputs; None if the plug-in or an overridden IR changes a compilation with these options."""
    return _sources.get() if is_without_search() and not getattr(options, "ir_override", None) else None


def _adding(add_stages: Callable[..., None]) -> Callable[..., None]:
    def add(backend: Any, stages: dict[str, Any], options: Any, language: Any, *rest: Any) -> None:
        from triton import knobs

        add_stages(backend, stages, options, language, *rest)
        if _sources_for(options) is None or "ttir" not in stages:
            return
        hook = knobs.runtime.add_stages_inspection_hook
        settings, kind = (hook.settings, hook.kind) if isinstance(hook, Hook) else (Settings(), "")
        recipe = Recipe(settings, kind, backend.target, vars(options), language, dict(os.environ), Hook)
        for name, stage in ChildStages(recipe).stages(list(stages)).items():
            stages[name] = replace(stages[name], stage=stage) if isinstance(stages[name], Noting) else stage

    return add


class ChildStages:
    """Stages of one compilation; calling the first runs all of them in a child process."""

    def __init__(self, recipe: Recipe) -> None:
        self._recipe = recipe
        self._steps: dict[str, StageResult] = {}

    def stages(self, names: list[str]) -> dict[str, Stage]:
        """Return a callable for each stage name, in the order of the compilation."""
        return {name: partial(self._stage, name) for name in names}

    def _stage(self, name: str, module: Any, metadata: dict[str, Any]) -> Any:
        if not self._steps:
            self._steps = crew.submit(make_all, self._recipe, str(module), dict(metadata)).result()
        step = self._steps[name]
        metadata.update(step.metadata)
        return step.result


class Sources:
    """Memo of front-end outputs, by source and by the options that the front end read."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._turns: defaultdict[object, threading.Lock] = defaultdict(threading.Lock)
        self._made: defaultdict[object, list[tuple[dict[str, Any], str]]] = defaultdict(list)

    def make_once(self, key: object, options: Any, make: Callable[[Any], Any]) -> str:
        """Return `make(options)` as text; an earlier output is reused if all options that `make` read for it have the same values.

        Args:
            key: the source, and the options other than `TUNED_OPTIONS`.
            options: Triton's options of one compilation.
            make: the front end; its argument records which options it reads.
        """
        with self._lock:
            turn = self._turns[key]
        with turn:
            for values, text in self._made[key]:
                if all(getattr(options, name) == value for name, value in values.items()):
                    return text
            watched, read = watching(options)
            text = str(make(watched))
            self._made[key].append(({name: getattr(options, name) for name in TUNED_OPTIONS if name in read}, text))
            return text


def watching(options: Any) -> tuple[Any, set[str]]:
    """Return a copy of the options, and a set to which each read of an option in `TUNED_OPTIONS` adds its name."""
    read: set[str] = set()

    class ChildWatch(type(options)):  # type: ignore[misc]  # its base is known at run time only
        def __getattribute__(self, name: str) -> Any:
            read.update(TUNED_OPTIONS if name == "__dict__" else {name}.intersection(TUNED_OPTIONS))
            return super().__getattribute__(name)

    copy = object.__new__(ChildWatch)
    for name, value in vars(options).items():
        object.__setattr__(copy, name, value)
    read.clear()
    return copy, read


def _made_once(make_ir: Callable[..., Any]) -> Callable[..., Any]:
    parameters = signature(make_ir)

    def make_ir_once(source: Any, *arguments: Any, **named: Any) -> Any:
        bound = parameters.bind(source, *arguments, **named)
        options = bound.arguments.get("options")
        if (sources := _sources_for(options)) is None or options is None:
            return make_ir(source, *arguments, **named)
        others = sorted((name, repr(value)) for name, value in vars(options).items() if name not in TUNED_OPTIONS)

        def make(watched: Any) -> Any:
            bound.arguments["options"] = watched
            return make_ir(*bound.args, **bound.kwargs)

        return sources.make_once((source.fn, source.hash(), repr(bound.arguments["target"]), repr(others)), options, make)

    return make_ir_once

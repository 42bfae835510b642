"""Inputs of a compilation in a child process, and whether a child process can reproduce it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from egraph_opt.cost import CostModel
from egraph_opt.triton.state.settings import Settings
from egraph_opt.triton.state.shared_memory_limits import target_name


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


def told_all(backend: Any) -> bool:
    """Return whether child processes can reproduce a compilation.

    They cannot if Triton's knobs are set in Python, or if a profiler instruments the backend.
    """
    from triton import knobs

    return getattr(knobs, "propagate_env", True) and not getattr(backend, "instrumentation", None)


def is_ours(model: CostModel) -> bool:
    """Return whether a cost model and the models that it mixes belong to this package."""
    parts = [part for _, part in getattr(model, "parts", ())]
    return type(model).__module__.startswith("egraph_opt.") and all(map(is_ours, parts))

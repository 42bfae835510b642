"""Compilation of a layer's kernel, as data that another machine can read."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any


@dataclass(frozen=True)
class Job:
    """One compilation of a kernel."""

    layer: str
    module: str
    name: str
    signature: dict[str, Any]
    constants: dict[Any, Any]
    attributes: dict[Any, Any]
    options: dict[str, Any]

    def has_tuner(self) -> bool:
        """Return whether a tuner chooses among configurations of the kernel."""
        found = getattr(import_module(self.module), self.name)
        while not hasattr(found, "device_caches") and not hasattr(found, "configs"):
            found = found.fn
        return hasattr(found, "configs")

    def function(self) -> Any:
        """The kernel, without the tuner and the heuristics around it."""
        found = getattr(import_module(self.module), self.name)
        while not hasattr(found, "device_caches"):
            found = found.fn
        return found

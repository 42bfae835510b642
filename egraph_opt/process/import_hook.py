"""Callback after other code has imported a module."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any


class OnImport:
    """Meta path finder that calls a function after one module has been imported."""

    def __init__(self, module: str, then: Callable[[], None]) -> None:
        self._module, self._then = module, then

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Return the module's spec with a loader that calls the function; None for other modules."""
        if name != self._module:
            return None
        specs = (each.find_spec(name, path, target) for each in sys.meta_path if each is not self and hasattr(each, "find_spec"))
        spec = next((spec for spec in specs if spec is not None), None)
        loader: Any = getattr(spec, "loader", None)
        if not hasattr(loader, "exec_module"):
            return spec
        run = loader.exec_module

        def run_and_call(module: Any) -> None:
            del loader.exec_module
            run(module)
            if self in sys.meta_path:  # several specs of the module may exist
                sys.meta_path.remove(self)
                self._then()

        loader.exec_module = run_and_call
        return spec

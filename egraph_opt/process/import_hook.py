"""A function that is called once a module has been imported, without importing it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any


class OnImport:
    """Finder that delegates to the other finders and calls a function once its module has run."""

    def __init__(self, module: str, then: Callable[[], None]) -> None:
        self._module, self._then = module, then

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Return the module's spec, whose loader calls the function at the end, or None for other modules and where there is no such
        module.
        """
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
            if self in sys.meta_path:  # the module may have been found more than once
                sys.meta_path.remove(self)
                self._then()

        loader.exec_module = run_and_call
        return spec

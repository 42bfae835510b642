"""Activation by the environment: with `EGRAPH_OPT`, `EGRAPH_OPT_AUTOTUNE` or `EGRAPH_OPT_CAPTURE` set, importing Triton enables
the plug-in.

`egraph_opt.pth` is installed beside this package. If one of these variables is set, it makes each Python process import this file
at start. That also reaches processes that no line in a script can reach: workers of every kind, and scripts that do not know this
package. It never causes an import of Triton that would not have happened anyway.
"""

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


def enable() -> None:
    """Enable the plug-in as the environment says. A failure does not make the import of Triton fail."""
    try:
        import egraph_opt.triton  # noqa: F401  # it looks at the environment
    except Exception as error:
        import warnings

        warnings.warn(f"egraph_opt is not enabled: {type(error).__name__}: {error}", RuntimeWarning, stacklevel=2)


if "triton" not in sys.modules:
    sys.meta_path.insert(0, OnImport("triton", enable))

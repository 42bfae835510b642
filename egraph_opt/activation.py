"""Activation by the environment: with `EGRAPH_OPT`, `EGRAPH_OPT_AUTOTUNE` or `EGRAPH_OPT_CAPTURE`, what imports Triton has the plug-in.

`egraph_opt.pth`, which is installed beside this package, has each Python process import this file as it starts, where one of them asks
for it. That reaches what no line in a script does: workers of every kind, and scripts that know nothing of this package. Nothing
imports Triton that would not have done so.
"""

from __future__ import annotations

import sys
from typing import Any


class OnImport:
    """A finder of modules that finds what the others find, and does something once its module has run."""

    def __init__(self, module: str) -> None:
        self._module = module

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Return the module's spec, whose loader calls `enable` in the end; None for others, and where there is no such module."""
        if name != self._module:
            return None
        specs = (each.find_spec(name, path, target) for each in sys.meta_path if each is not self and hasattr(each, "find_spec"))
        spec = next((spec for spec in specs if spec is not None), None)
        loader: Any = getattr(spec, "loader", None)
        if not hasattr(loader, "exec_module"):
            return spec
        run = loader.exec_module

        def run_and_enable(module: Any) -> None:
            del loader.exec_module
            run(module)
            if self in sys.meta_path:  # it may have been found more than once, as by those who only ask whether it is there
                sys.meta_path.remove(self)
                enable()

        loader.exec_module = run_and_enable
        return spec


def enable() -> None:
    """Enable the plug-in as the environment says. Triton's import does not fail where that fails."""
    try:
        import egraph_opt.triton  # noqa: F401  # it looks at the environment
    except Exception as error:
        import warnings

        warnings.warn(f"egraph_opt is not enabled: {type(error).__name__}: {error}", RuntimeWarning, stacklevel=2)


if "triton" not in sys.modules:
    sys.meta_path.insert(0, OnImport("triton"))

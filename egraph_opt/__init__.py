"""Equality saturation for real tensor-compiler IR.

    import egraph_opt
    result = egraph_opt.optimize(text, cost="cycles")
    print(result.ir)

Public names, the e-graph engine and the solvers are imported on first use, so that `--help` is fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from egraph_opt.api import check, compare, explain, iree_compile, optimize, pareto, prove, report
    from egraph_opt.core.engine import Limits
    from egraph_opt.core.options import OptionError
    from egraph_opt.core.result import FunctionResult, Result
    from egraph_opt.core.rule import rule
    from egraph_opt.cost import CostModel, CostModelError, evaluate
    from egraph_opt.errors import EgraphOptError
    from egraph_opt.ir.module import InputError
    from egraph_opt.text import read, write

__version__ = "0.1.0"
"""Version of the package; the package metadata are derived from this line."""

__all__ = [
    "CostModel", "CostModelError", "EgraphOptError", "FunctionResult", "InputError", "Limits", "OptionError", "Result",
    "check", "compare", "evaluate", "explain", "iree_compile", "optimize", "pareto", "prove", "read", "report", "rule", "verify",
    "write",
]  # fmt: skip

_PLACES = {
    "api": ("check", "compare", "explain", "iree_compile", "optimize", "pareto", "prove", "report"),
    "core.engine": ("Limits",),
    "core.options": ("OptionError",),
    "core.result": ("FunctionResult", "Result"),
    "core.rule": ("rule",),
    "cost": ("CostModel", "CostModelError", "evaluate"),
    "errors": ("EgraphOptError",),
    "ir.module": ("InputError",),
    "text": ("read", "write"),
    "verifier.decision.verification": ("verify",),
}
"""Public names of this package, by the module that defines them."""

if not TYPE_CHECKING:  # hidden from type checkers, for which `__getattr__` would define every name

    def __getattr__(name: str) -> object:
        """Import a public name on first access."""
        for module, names in _PLACES.items():
            if name in names:
                value = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        """Return the public names, imported or not."""
        return sorted({*globals(), *__all__})

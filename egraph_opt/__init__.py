"""Equality saturation for real tensor-compiler IR.

    import egraph_opt
    result = egraph_opt.optimize(text, cost="cycles")
    print(result.ir)

What a name stands for is loaded when it is first used, the e-graph engine and the solvers with it: who imports this package for one part
of it should not wait for the others.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from egraph_opt.core.engine import Limits
    from egraph_opt.core.result import Result
    from egraph_opt.cost import CostModel, CostModelError, evaluate
    from egraph_opt.families.layout.optimize import optimize
    from egraph_opt.ir.module import InputError
    from egraph_opt.text import read, write

__all__ = ["CostModel", "CostModelError", "InputError", "Limits", "Result", "evaluate", "optimize", "read", "write"]

_MODULES = {
    "core.engine": ("Limits",),
    "core.result": ("Result",),
    "cost": ("CostModel", "CostModelError", "evaluate"),
    "families.layout.optimize": ("optimize",),
    "ir.module": ("InputError",),
    "text": ("read", "write"),
}
"""What this package offers, by the module that has it."""

if not TYPE_CHECKING:  # which would take every name for one that is there

    def __getattr__(name: str) -> object:
        """Load what a name stands for."""
        for module, names in _MODULES.items():
            if name in names:
                value = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        """The names that are loaded, and those that can be."""
        return sorted({*globals(), *__all__})

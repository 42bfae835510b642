"""Verify two kernels that were written apart: say whether they compute the same, with a proof or an input on which they differ.

    verdict = egraph_opt.verify(old, new, grid="M", args={"x": "f32[M, N]", "y": "f32[M, N]", "n": "N"}, sizes={"M": 4, "N": 100})
    print(verdict)

The package can be called, as above; see `egraph_opt.verify.decision.verification.verify`. `assert_equal` is for tests.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

__all__ = ["Call", "Outcome", "ProblemError", "Tensor", "Verdict", "assert_equal", "verify"]
__module__ = __name__

_PLACES = {
    "assert_equal": "decision.assertion",
    "Call": "problem",
    "ProblemError": "problem",
    "Tensor": "problem",
    "Outcome": "decision.verdict",
    "Verdict": "decision.verdict",
    "verify": "decision.verification",
}


class _Callable(ModuleType):
    """Module that can be called as its function of the same name."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return self.verify(*arguments, **options)


def __getattr__(name: str) -> Any:
    """Load a public name."""
    if name in _PLACES:
        return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


sys.modules[__name__].__class__ = _Callable

"""Compare two independently written kernels: prove that they compute the same results, or find an input on which they differ.

    verdict = egraph_opt.verify(old, new, grid="M", args={"x": "f32[M, N]", "y": "f32[M, N]", "n": "N"}, sizes={"M": 4, "N": 100})
    print(verdict)

`assert_equal` is for tests.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["Call", "Outcome", "ProblemError", "Tensor", "Verdict", "assert_equal", "erf", "verify"]

_PLACES = {
    "assert_equal": "decision.assertion",
    "Call": "user_question",
    "ProblemError": "user_question",
    "Tensor": "user_question",
    "Outcome": "decision.answer",
    "Verdict": "decision.answer",
    "erf": "proof.reference.special_functions",
    "verify": "decision.verification",
}


def __getattr__(name: str) -> Any:
    """Import a public name's module on first use."""
    if name in _PLACES:
        return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

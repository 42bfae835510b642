"""A check for tests: `assert_equal(old, new, grid=..., args=...)`."""

from __future__ import annotations

from typing import Any

from egraph_opt.verifier.decision.answer import Verdict
from egraph_opt.verifier.decision.verification import verify


def assert_equal(old: Any, new: Any = None, *, proved: bool = False, **options: Any) -> Verdict:
    """Fail a test if two kernels differ.

    Args:
        old, new: as for `verify`.
        proved: fail, too, if it is not proved that they are equal.
        options: options of `verify`.

    Returns:
        The verdict.

    Raises:
        AssertionError: they differ; the message has the witness.
    """
    __tracebackhide__ = True  # of pytest
    verdict = verify(old, new, **options)
    if verdict.different or (proved and not verdict.equal):
        raise AssertionError(str(verdict))
    return verdict

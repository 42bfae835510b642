"""A check for tests: `assert_equal(old, new, grid=..., args=...)`."""

from __future__ import annotations

from typing import Any

from egraph_opt.verifier.decision.answer import Verdict
from egraph_opt.verifier.decision.verification import verify


def assert_equal(old: Any, new: Any = None, *, proved: bool = False, **options: Any) -> Verdict:
    """Fail a test if two kernels differ.

    Args:
        old, new: as for `verify`.
        proved: fail also if no difference was found but equality is not proved.
        options: options of `verify`.

    Returns:
        The verdict.

    Raises:
        AssertionError: the kernels differ, or equality is not proved though `proved` is set. The message is the verdict.
    """
    __tracebackhide__ = True  # of pytest
    verdict = verify(old, new, **options)
    if verdict.different or (proved and not verdict.equal):
        raise AssertionError(str(verdict))
    return verdict

"""Context of the solver for one proof or one function: what z3 answers, and after how many steps, depends on the terms that its context
has had before."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Any

_alone = RLock()


@contextmanager
def own_context() -> Iterator[None]:
    """Give the terms made in a `with` statement a new context, unless they are given one. Terms do not outlive the statement.

    One thread at a time is in it, since the context of terms is a variable of z3's module. No cycles are collected meanwhile: they may hold
    terms, and z3 gives the identities of freed terms to new ones.
    """
    import z3

    module: Any = z3.z3
    with _alone:
        before, collects = module._main_ctx, gc.isenabled()
        gc.disable()
        module._main_ctx = z3.Context()
        try:
            yield
        finally:
            module._main_ctx = before
            if collects:
                gc.enable()

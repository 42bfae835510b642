"""Separate z3 contexts for each proof or function, since z3's answers depend on the earlier terms of a context."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Any

_alone = RLock()


@contextmanager
def own_context() -> Iterator[None]:
    """Make z3 terms in a new context within a `with` statement, which the terms must not outlive.

    Only one thread at a time may be inside, since z3's module has the context in a global variable. Garbage collection is
    disabled, since z3 reuses the AST ids of freed terms.
    """
    import z3

    module: Any = z3.z3
    with _alone:
        before, collects = module._main_ctx, gc.isenabled()
        gc.disable()
        z3.set_param("ctrl_c", False)  # otherwise z3 takes an interruption for itself, and answers "unknown"
        module._main_ctx = z3.Context()
        try:
            yield
        finally:
            module._main_ctx = before
            if collects:
                gc.enable()

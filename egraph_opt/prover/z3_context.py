"""Context of z3 for one proof or one function: z3's answers and step counts depend on the earlier terms of a context."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Any

_alone = RLock()


@contextmanager
def own_context() -> Iterator[None]:
    """Make z3 terms in a new context within a `with` statement; they must not outlive it.

    Only one thread at a time may be inside, since the context is a global variable of z3's module. Garbage collection is disabled: cycles
    may hold terms, and z3 reuses the AST ids of freed terms.
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

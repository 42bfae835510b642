"""Suspension of Python's garbage collector for cycles during a search."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def pause_collection() -> Iterator[None]:
    """Suspend the collector, which scans all objects after every few allocations: a search makes millions, and leaves no cycles."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()

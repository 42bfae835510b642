"""Memory limit of a process, and recognition of its out-of-memory errors."""

from __future__ import annotations

OUT_OF_MEMORY = "out of memory"
"""Message of a worker that ran out of memory."""
NO_MEMORY = (
    OUT_OF_MEMORY,
    "MemoryError",
    "failed to map segment",
    "Cannot allocate memory",
    "bad_alloc",
    "can't start new thread",
)
"""Messages of failed allocations: of Python, the dynamic loader, the system, C++, and thread stacks."""


def limit_memory(memory: int) -> None:
    """Limit the address space of this process to `memory` bytes."""
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (memory if hard == resource.RLIM_INFINITY else min(memory, hard), hard))


def too_little(memory: int, reason: str) -> str:
    """Return an out-of-memory message if the reason of a worker's failure is one; else an empty text."""
    if not any(sign in reason for sign in NO_MEMORY):
        return ""
    reason = reason.replace("MemoryError", OUT_OF_MEMORY)
    return f"the worker was given {memory / (1 << 30):g} GiB (--memory), which is not enough: {reason}"

"""Memory limit of a process, and recognition of out-of-memory errors."""

from __future__ import annotations

OUT_OF_MEMORY = "out of memory"
"""Message of a child process that ran out of memory."""
NO_MEMORY = (
    OUT_OF_MEMORY,
    "MemoryError",
    "failed to map segment",
    "Cannot allocate memory",
    "bad_alloc",
    "can't start new thread",
)
"""Parts of error messages that mean a failed allocation."""


def limit_memory(memory: int) -> None:
    """Limit the address space of this process to `memory` bytes."""
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (memory if hard == resource.RLIM_INFINITY else min(memory, hard), hard))


def too_little(memory: int, reason: str) -> str:
    """Return a message if `reason`, a child process's error, means that memory ran out; else an empty text."""
    if not any(sign in reason for sign in NO_MEMORY):
        return ""
    reason = reason.replace("MemoryError", OUT_OF_MEMORY)
    return f"the worker was given {memory / (1 << 30):g} GiB (--memory), which is not enough: {reason}"

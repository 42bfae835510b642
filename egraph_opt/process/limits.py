"""How much memory a process may have, and how it says that it has none left."""

from __future__ import annotations

NO_MEMORY = ("MemoryError", "failed to map segment", "Cannot allocate memory", "bad_alloc", "can't start new thread")
"""What those say that find no memory: Python, its loader of libraries, the system, C++, and threads without room for a stack."""


def bound(memory: int) -> None:
    """Let this process have no more than `memory` bytes of address space."""
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (memory if hard == resource.RLIM_INFINITY else min(memory, hard), hard))


def too_little(memory: int, reason: str) -> str:
    """Say that a worker had too little memory, where that is what its reason says; else nothing."""
    if not any(sign in reason for sign in NO_MEMORY):
        return ""
    return f"the worker was given {memory / (1 << 30):g} GiB (--memory), which is not enough: {reason}"

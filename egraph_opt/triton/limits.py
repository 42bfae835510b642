"""What a target can hold."""

from __future__ import annotations

# Shared memory that one program may have, in bytes: CUDA C++ programming guide, technical specifications per compute capability, and
# AMD's CDNA instruction set manuals. A target that is not here is not checked.
SHARED_LIMIT = {
    "cuda:80": 166912, "cuda:86": 101376, "cuda:87": 166912, "cuda:89": 101376, "cuda:90": 232448, "cuda:100": 232448,
    "cuda:103": 232448, "cuda:120": 101376, "hip:gfx90a": 65536, "hip:gfx942": 65536, "hip:gfx950": 163840,
}  # fmt: skip


def check_shared(found: int, target: str) -> None:
    """
    Raises:
        RuntimeError: a program has more bytes of shared memory than its target has.
    """
    limit = SHARED_LIMIT.get(target)
    if limit is not None and found > limit:
        raise RuntimeError(f"{found} bytes of shared memory, {target} has {limit}")

"""Version of Triton that runs here. What differs between versions asks for it."""

from __future__ import annotations


def triton_version() -> tuple[int, int]:
    """Return Triton's major and minor version."""
    import triton

    major, minor = triton.__version__.split(".")[:2]
    return int(major), int(minor)

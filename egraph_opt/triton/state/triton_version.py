"""Version of the installed Triton."""

from __future__ import annotations


def triton_version() -> tuple[int, int]:
    """Return Triton's major and minor version."""
    import triton

    major, minor = triton.__version__.split(".")[:2]
    return int(major), int(minor)

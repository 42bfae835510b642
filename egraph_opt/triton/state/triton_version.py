"""Version of the installed Triton."""

from __future__ import annotations


def triton_version() -> tuple[int, int]:
    import triton

    major, minor = triton.__version__.split(".")[:2]
    return int(major), int(minor)

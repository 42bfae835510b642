"""Versions of all packages that affect a result, for `--version` and for reports of errors."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

import egraph_opt

PARTS = ("egglog", "highspy", "numpy", "z3-solver", "triton", "iree-base-compiler")
"""Packages that decide the result or prove it. The last three are only installed where something needs them."""


def versions() -> dict[str, str]:
    """Return the versions by name: this package, Python, and those of `PARTS` that are installed."""
    found = {"egraph-opt": egraph_opt.__version__, "Python": platform.python_version()}
    for name in PARTS:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def line() -> str:
    """Return the versions in one line."""
    return ", ".join(f"{name} {number}" for name, number in versions().items())

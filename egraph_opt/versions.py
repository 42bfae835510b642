"""Versions of all packages that affect a result, for `--version` and bug reports."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

import egraph_opt

PARTS = ("egglog", "highspy", "numpy", "z3-solver", "triton", "iree-base-compiler")
"""Packages that compute or prove results. The last three are optional."""


def versions() -> dict[str, str]:
    """Return the versions of this package, Python, and the installed packages in `PARTS`, by name."""
    found = {"egraph-opt": egraph_opt.__version__, "Python": platform.python_version()}
    for name in PARTS:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def line() -> str:
    return ", ".join(f"{name} {number}" for name, number in versions().items())

"""Activation by the environment variables `EGRAPH_OPT`, `EGRAPH_OPT_AUTOTUNE` and `EGRAPH_OPT_CAPTURE`.

If one of the variables is set, importing Triton enables the plug-in. `egraph_opt.pth`, installed beside this package, makes each
Python process import this module at start, including worker processes. The module never imports Triton itself.
"""

from __future__ import annotations

import sys

from egraph_opt.process.import_hook import OnImport


def enable() -> None:
    """Enable the plug-in according to the environment variables. A failure does not make the import of Triton fail."""
    try:
        import egraph_opt.triton  # noqa: F401  # it looks at the environment
    except Exception as error:
        import warnings

        from egraph_opt.errors import reason_of

        warnings.warn(f"egraph_opt is not enabled: {reason_of(error)}", RuntimeWarning, stacklevel=2)


if "triton" not in sys.modules:
    sys.meta_path.insert(0, OnImport("triton", enable))

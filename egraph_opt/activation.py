"""Activation by the environment: with `EGRAPH_OPT`, `EGRAPH_OPT_AUTOTUNE` or `EGRAPH_OPT_CAPTURE` set, importing Triton enables
the plug-in.

`egraph_opt.pth` is installed beside this package. If one of these variables is set, it makes each Python process import this file
at start. That also reaches processes that no line in a script can reach: workers of every kind, and scripts that do not know this
package. It never causes an import of Triton that would not have happened anyway.
"""

from __future__ import annotations

import sys

from egraph_opt.process.import_hook import OnImport


def enable() -> None:
    """Enable the plug-in as the environment says. A failure does not make the import of Triton fail."""
    try:
        import egraph_opt.triton  # noqa: F401  # it looks at the environment
    except Exception as error:
        import warnings

        from egraph_opt.errors import reason_of

        warnings.warn(f"egraph_opt is not enabled: {reason_of(error)}", RuntimeWarning, stacklevel=2)


if "triton" not in sys.modules:
    sys.meta_path.insert(0, OnImport("triton", enable))

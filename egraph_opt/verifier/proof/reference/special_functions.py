"""Functions on arrays that NumPy does not have."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

ERROR_FUNCTION = np.frompyfunc(math.erf, 1, 1)


def erf(x: Any) -> Any:
    """Return the error function of each element."""
    found = ERROR_FUNCTION(x)
    return found.astype(np.float64) if hasattr(found, "astype") else found

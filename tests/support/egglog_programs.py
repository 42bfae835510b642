"""The example that runs egglog's own programs, as a module: `examples` is no package."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from typing import Any

from tests.support.kernels import ROOT

_spec = importlib.util.spec_from_file_location("egglog_programs", ROOT / "examples/egglog_programs.py")
assert _spec is not None and _spec.loader is not None
example: Any = importlib.util.module_from_spec(_spec)
sys.modules[_spec.name] = example
_spec.loader.exec_module(example)

dag_cost: Callable[..., int] = example.dag_cost

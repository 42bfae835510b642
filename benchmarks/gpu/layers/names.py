"""The layers that can be timed, by name: `module.NAME` and `operation.NAME`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.gpu.layers import modules, operations

LAYERS = [*(f"module.{name}" for name in modules.NAMES), *(f"operation.{name}" for name in operations.NAMES)]


def layer(name: str) -> tuple[Callable[[], Any], list[Any]]:
    """The forward step of a layer, and the tensors whose gradients it gives.

    Raises:
        KeyError: the name begins neither with `module.` nor with `operation.`.
        ValueError: there is no such layer.
    """
    kind, _, name = name.partition(".")
    return {"module": modules, "operation": operations}[kind].step(name)

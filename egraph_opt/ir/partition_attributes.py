"""Attributes by which Triton assigns operations to warp groups and pipeline stages."""

from __future__ import annotations

from egraph_opt.ir.module import Op

PARTITION = "ttg.partition"
GROUPS = (PARTITION, "async_task_id", "async_task_ids", "ttg.async_task_id", "ttg.async_task_ids")
"""Attributes that assign an operation to warp groups."""
STAGE, CLUSTER = "loop.stage", "loop.cluster"
MARKS = (*GROUPS, STAGE, CLUSTER)


def is_marked(op: Op) -> bool:
    """Return whether Triton has assigned an operation, or one nested in it, to a warp group or a pipeline stage."""
    return any(mark in inner.attributes for inner in op.walk() if inner.attributes for mark in MARKS)

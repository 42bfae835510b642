"""Attributes by which Triton assigns operations to groups of warps and to stages of pipelined loops."""

from __future__ import annotations

from egraph_opt.ir.module import Op

PARTITION = "ttg.partition"
GROUPS = (PARTITION, "async_task_id", "async_task_ids", "ttg.async_task_id", "ttg.async_task_ids")
"""Attributes that name groups of warps."""
STAGE, CLUSTER = "loop.stage", "loop.cluster"
MARKS = (*GROUPS, STAGE, CLUSTER)


def is_marked(op: Op) -> bool:
    """Return whether an operation, or one inside it, is assigned to warps or to a stage."""
    return any(mark in inner.attributes for inner in op.walk() if inner.attributes for mark in MARKS)

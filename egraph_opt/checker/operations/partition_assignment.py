"""Validity of warp partitions and pipeline stages, as Triton's verifier and passes require.

Partitions follow `verifyPartitionAttrs` in lib/Dialect/TritonGPU/Transforms/WarpSpecialization/Partition.cpp. Stages follow
`deSerialize` in Pipeliner/Schedule.cpp, which reads the stage of each operation, and MLIR's `LoopPipeliner`, which rejects an operation
scheduled before its operands. Tasks follow passes under third_party/nvidia/hopper. An error that the input already has is not reported
for the output.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Set
from typing import NamedTuple

from egraph_opt.checker.operations.op_structure import attributes
from egraph_opt.ir.module import Block, Op

PARTITION, OUTPUTS, STAGES = "ttg.partition", "ttg.partition.outputs", "ttg.partition.stages"
STAGE, CLUSTER = "loop.stage", "loop.cluster"
TASKS = ("async_task_id", "async_task_ids", "ttg.async_task_id", "ttg.async_task_ids")
MARKS = (PARTITION, STAGE, CLUSTER, *TASKS)
_WITH_OUTPUTS = ("scf.for", "scf.while", "scf.if", "tt.reduce")
_FREE = ("scf.yield", "ub.poison")
"""Operations that need no warp partition."""
_ENDS = ("scf.yield", "scf.condition", "tt.reduce.return", "tt.scan.return")
_SET = re.compile(r"array<i32(?:: ([^>]*))?>")


class Fault(NamedTuple):
    """Error that Triton would report, with the operation name. Equal messages on equal names count as one fault."""

    said: str
    name: str


def find_misassignment(before: Op, after: Op) -> tuple[Op, str] | None:
    """Return the first operation of `after` that Triton would reject, and the reason; or None. Faults of `before` are ignored."""
    known = {fault for _, fault in _faults(before)}
    for op, fault in _faults(after):
        if fault not in known:
            return op, fault.said
    given = _passed_on(before)
    for op in after.walk():
        if OUTPUTS in op.attributes and not _passed_on(op, inner=False) <= given:
            return op, f"its {OUTPUTS} has other partitions"
    return None


def partition_free_attributes(op: Op) -> tuple[tuple[str, Hashable], ...]:
    """Return the attributes of a loop or conditional, except the list of each result's warp partitions."""
    return tuple(each for each in attributes(op) if each[0] != OUTPUTS)


def _passed_on(op: Op, inner: bool = True) -> Set[tuple[str, frozenset[int]]]:
    """Return the warp partitions declared for the results of operations, as pairs of operation name and partition set."""
    ops = op.walk() if inner else (op,)
    return {(each.name, frozenset(ids)) for each in ops for ids in map(_numbers, _SET.findall(each.attributes.get(OUTPUTS, "")))}


def _faults(function: Op) -> Iterator[tuple[Op, Fault]]:
    for op in function.walk():
        yield from ((op, Fault(said, op.name)) for said in _op_errors(op))
        for block in (block for region in op.regions for block in region.blocks):
            marks = {mark for inner in block.ops if inner.name not in _ENDS for mark in MARKS if mark in inner.attributes}
            if marks or PARTITION in op.attributes or STAGES in op.attributes:
                yield from ((inner, Fault(said, inner.name)) for inner in block.ops for said in _nesting_errors(op, marks, inner))
            if STAGE in marks and op.name == "scf.for":
                yield from _order(block)


def _op_errors(op: Op) -> Iterator[str]:
    ids = _partitions(op)
    if PARTITION in op.attributes and (not ids or list(ids) != sorted(set(ids))):
        yield f"its {PARTITION} is not a sorted set of numbers"
    if OUTPUTS in op.attributes:
        sets = list(map(_numbers, _SET.findall(op.attributes[OUTPUTS])))
        if op.name not in _WITH_OUTPUTS or len(sets) != len(op.results):
            yield f"its {OUTPUTS} does not have one set for each result"
        if PARTITION not in op.attributes or any(not set(each) <= set(ids) for each in sets):
            yield f"its {OUTPUTS} has partitions that its {PARTITION} does not have"


def _nesting_errors(op: Op, marks: Set[str], inner: Op) -> Iterator[str]:
    around = op.attributes.keys() & {PARTITION, STAGES}
    if around and inner.name not in _FREE:
        if PARTITION not in inner.attributes:
            yield f"it has no {PARTITION}, though the {op.name} around it has {sorted(around)[0]}"
        elif PARTITION in around and not set(_partitions(inner)) <= set(_partitions(op)):
            yield f"its {PARTITION} has partitions that the {op.name} around it does not have"
    if inner.name in _ENDS:
        return
    if (STAGE in inner.attributes) != (CLUSTER in inner.attributes):
        yield f"it has only one of {STAGE} and {CLUSTER}"
    if op.name in ("scf.for", "scf.while") and STAGE not in inner.attributes and STAGE in marks:
        yield f"it has no {STAGE}, though operations beside it have one"
    for task in TASKS:
        if task not in inner.attributes and task in marks:
            yield f"it has no {task}, though operations beside it have one"


def _order(block: Block) -> Iterator[tuple[Op, Fault]]:
    """Yield the operations of a pipelined loop whose stage precedes that of an operation that defines an operand."""
    made = {value: _stage(op) for op in block.ops for value in op.results}
    for op in block.ops:
        stage = _stage(op)
        inner = (value for each in op.walk() for value in each.operands)
        if stage and any((first := made.get(value)) and first > stage for value in inner):
            yield op, Fault(f"its {STAGE} and {CLUSTER} are before those of what it reads", op.name)


def _stage(op: Op) -> tuple[int, int] | None:
    words = [op.attributes.get(name, "").partition(" ")[0] for name in (STAGE, CLUSTER)]
    return (int(words[0]), int(words[1])) if all(re.fullmatch(r"-?\d+", word) for word in words) else None


def _partitions(op: Op) -> tuple[int, ...]:
    found = _SET.fullmatch(op.attributes.get(PARTITION, ""))
    return _numbers(found[1]) if found else ()


def _numbers(text: str | None) -> tuple[int, ...]:
    return tuple(int(word) for word in re.findall(r"-?\d+", text or ""))

"""Issue of asynchronous copies earlier in the body of a loop, beside other computation.

Triton issues the copies (TMA) of a later iteration at the end of a loop's body, after the last matrix product. With two slots, the
next iteration waits for them at once. Up to the last wait for products in the body, an earlier place is equally correct. Which place
is the fastest depends on the kernel, so that variants are timed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from egraph_opt.checker import check
from egraph_opt.ir.module import Block, InputError, Op
from egraph_opt.ir.rewriting.rewrite import map_blocks, replace_ops
from egraph_opt.text import write
from egraph_opt.triton.choice.kernel_search import read_once

COPY, EXPECT = "ttng.async_tma_copy_global_to_local", "ttng.barrier_expect"
DOT, WAIT = "ttng.warp_group_dot", "ttng.warp_group_dot_wait"
_PTX_COPY = ".global.mbarrier::complete_tx"
PLACES = {"copies_beside": (0.5, 0.5), "first_copy": (0.0, 1.0)}
"""Variants by name: where a body issues its first copy, and its other copies.

A number is a fraction of the operations between the last wait for products and the last product; with 1, a copy stays.
"""


def with_copies_earlier(text: str) -> dict[str, str]:
    """Return variants of a TTGIR program by name (`PLACES`), each proved equal to the program; empty if the program does not parse."""
    found: dict[str, str] = {}
    if not all(name in text for name in (COPY, DOT, WAIT)):
        return found
    try:
        module = read_once(text)
    except InputError:
        return found
    for name, places in PLACES.items():
        new = module.replace_functions({function: issue_earlier(function, places) for function in module.functions()})
        if new is not module and (made := write(new)) not in found.values() and check(module, new).equal:
            found[name] = made
    return found


def copies_follow_barriers(ptx: str) -> bool:
    """Return whether a barrier of all threads lies between each wait for products and the next copy.

    A copy is issued by one thread and may write a slot that other warps have read. Triton has a barrier between arming and copying.
    """
    waited = False
    for line in ptx.splitlines():
        if "wgmma.wait_group" in line:
            waited = True
        elif "bar.sync" in line or "barrier.sync" in line:
            waited = False
        elif waited and _PTX_COPY in line:
            return False
    return True


def issue_earlier(op: Op, places: tuple[float, float]) -> Op:
    """Return a function, or an operation in it, whose loops issue copies earlier (`PLACES`). Whether that is correct is not checked."""
    body = partial(_body, places=places) if op.name == "scf.for" else partial(_map_nested, places=places)
    return map_blocks(op, body)


def _map_nested(block: Block, places: tuple[float, float]) -> Block:
    return replace_ops(block, [issue_earlier(op, places) for op in block.ops])


def _body(block: Block, places: tuple[float, float]) -> Block:
    """Return the body of a loop with its copies moved, if copies follow its last product."""
    names = [op.name for op in block.ops]
    if DOT not in names or WAIT not in names:
        return _map_nested(block, places)
    last = len(names) - 1 - names[::-1].index(DOT)
    first = max((i for i, name in enumerate(names[:last]) if name == WAIT), default=last) + 1
    groups = copy_groups(block.ops)
    if first > last or not groups or any(block.ops.index(group[0]) < last for group in groups):
        return _map_nested(block, places)
    ops = list(block.ops)
    for index, group in enumerate(groups):
        place = places[index > 0]
        if place < 1.0:
            ops = _move(ops, group, block.ops[first + int(place * (last - first))])
    return replace_ops(block, ops)


def copy_groups(ops: Sequence[Op]) -> list[list[Op]]:
    """Return the copies of a block in groups: an operation that arms a barrier, and the copies that signal this barrier."""
    groups: list[list[Op]] = []
    for op in ops:
        if op.name == EXPECT:
            groups.append([op])
        elif op.name == COPY and groups:
            groups[-1].append(op)
    return [group for group in groups if len(group) > 1]


def _move(ops: Sequence[Op], group: Sequence[Op], target: Op) -> list[Op]:
    """Return the operations with a group and the operations that compute its operands before `target`."""
    at = ops.index(target)
    needed = {v for op in group for v in op.operands}
    moved: list[Op] = []
    for op in reversed(ops[at:]):
        if op in group or not needed.isdisjoint(op.results):
            moved.insert(0, op)
            needed.update(op.operands)
    return [*ops[:at], *moved, *(op for op in ops[at:] if op not in moved)]

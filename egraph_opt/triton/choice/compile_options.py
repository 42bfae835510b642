"""Alternative compile options of a kernel that change no bit of its results: other numbers of pipeline stages.

Packages pass fixed options, such as `num_stages=1`, that suit another GPU. Stages decide how many iterations ahead a loop copies. Triton
copies without regard to stores of the iterations between: where a loop both loads and writes, more stages may change the result.
Other numbers of warps were timed too: none gained 2 %.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from egraph_opt.families.layout.emit.load_scheduling import writes_global
from egraph_opt.ir.analysis.disjoint_arrays import Arrays
from egraph_opt.ir.analysis.underlying_array import underlying_array
from egraph_opt.ir.control_flow import LOOPS
from egraph_opt.ir.module import InputError, Op, Value
from egraph_opt.text import read
from egraph_opt.triton.choice.gain_hints import LOADS

STAGES = (1, 2, 3, 4, 5)
_LOOP_STAGES = re.compile(r"tt\.num_stages = (\d+) : i32")
_FUSED = "tt.flatten"
_NOTHING = Arrays((), ())
_COPIED = (*LOADS, "tt.descriptor_gather")
_STORES = ("tt.store", "tt.descriptor_store")


class OptionSet(NamedTuple):
    """TTIR program and compile options that give the same results as a kernel's own."""

    text: str
    options: dict[str, Any]


def option_sets(text: str, options: Mapping[str, Any], apart: bool = False) -> dict[str, OptionSet]:
    """Return the alternatives to a kernel's options by name, such as `stages_2`.

    Args:
        text: the kernel's TTIR.
        options: the kernel's own compile options, which are not among the alternatives.
        apart: whether launches check that the arrays of `copied_past_writes` do not overlap.
    """
    found: dict[str, OptionSet] = {}
    if "scf.for" in text and any(name in text for name in LOADS):
        own = {options.get("num_stages"), *map(int, _LOOP_STAGES.findall(text))}
        arrays = copied_past_writes(text)
        is_free = arrays is not None and (apart or not arrays.written)
        most = max(STAGES) if is_free else min(int(stages or 1) for stages in own)
        for stages in STAGES[:most]:
            if own != {stages}:
                new = _LOOP_STAGES.sub(f"tt.num_stages = {stages} : i32", text)
                found[f"stages_{stages}"] = OptionSet(new, {**options, "num_stages": stages})
    return found


def copied_past_writes(text: str) -> Arrays | None:
    """Return the arrays that must not overlap, so that a TTIR program has the same result with more stages.

    None if it may change anyway, or the program does not parse. A launch may pass the same array twice.
    """
    try:
        found = [_copied_past_writes(function) for function in read(text).functions()]
    except InputError:
        return None
    return found[0] if len(found) == 1 else None if any(each != _NOTHING for each in found) else _NOTHING


def _copied_past_writes(function: Op) -> Arrays | None:
    array, numbers = underlying_array(function), {v: i for i, v in enumerate(function.regions[0].blocks[0].arguments)}
    written, loaded = set[Value | None](), set[Value | None]()
    for loop, around in _pipelined_loops(function):
        loads = [op for op in loop.walk() if op.name in _COPIED]
        writes = [op for op in around.walk() if writes_global(op)]
        if loads and writes:
            loaded.update(array(op.operands[0]) for op in loads)
            written.update(array(op.operands[0]) if op.name in _STORES else None for op in writes)
    if None in written | loaded or written & loaded:
        return None
    return Arrays(*(tuple(sorted(numbers[value] for value in each if value is not None)) for each in (written, loaded)))


def _pipelined_loops(op: Op, around: Op | None = None) -> Iterator[tuple[Op, Op]]:
    """Yield each loop without loops inside, and the outermost loop that Triton fuses with it."""
    if op.name == "scf.for":
        around = around or op
        if not any(inner.name in LOOPS for inner in op.walk() if inner is not op):
            yield op, around
        around = around if _FUSED in op.attributes else None
    for inner in (inner for region in op.regions for block in region.blocks for inner in block.ops):
        yield from _pipelined_loops(inner, around)


def fewer_stages(text: str, options: Mapping[str, Any]) -> list[tuple[str, OptionSet]]:
    """Return the alternatives with fewer pipeline stages than the kernel's own options, and so less shared memory, most stages first.

    Arguments as for `option_sets`.
    """
    sets = option_sets(text, options)
    names = (f"stages_{stages}" for stages in reversed(STAGES) if stages < int(options.get("num_stages") or 0))
    return [(name, sets[name]) for name in names if name in sets]

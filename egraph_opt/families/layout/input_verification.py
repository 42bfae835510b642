"""Checks of a parsed input: every layout fits its tensor, and thread counts are valid."""

from __future__ import annotations

import re

from egraph_opt.ir.control_flow import BRANCHES
from egraph_opt.ir.module import Module, Op
from egraph_opt.ir.types import tensor_type
from egraph_opt.ir.verification.module_check import at
from egraph_opt.linear_layout import InvalidLayout, linear_layout

_COUNTS = ("ttg.num-warps", "ttg.threads-per-warp", "ttg.num-ctas")
_COUNT = re.compile(r"[1-9]\d{0,4}( : i\d+)?")


_NEEDED = {
    "tt.make_range": ("start", "end"),
    "tt.expand_dims": ("axis",),
    "tt.reduce": ("axis",),
    "tt.scan": ("axis", "reverse"),
    "tt.gather": ("axis",),
    "tt.trans": ("order",),
    "arith.constant": ("value",),
    "ttg.fp4_to_fp": ("axis",),
}


def verify(module: Module, text: str, first_line: int = 1) -> None:
    """Check the layout of every tensor type and the thread counts of modules.

    Encodings without a known map, such as those of shared memory, are accepted.

    Raises:
        InputError: a required attribute is missing, a loop's values do not match in number, a thread count is invalid, a
            conversion's layouts differ in thread counts, or an encoding is malformed or does not cover its tensor.
    """
    checked: set[str] = set()
    for op in module.op.walk():
        for name in _COUNTS if op.name == "builtin.module" else ():
            if (count := op.attributes.get(name)) is not None and not _COUNT.fullmatch(count):
                raise at(f"{name} = {count}: expected a number above 0", op, name, module, text, first_line)
        if (missing := next((name for name in _NEEDED.get(op.name, ()) if name not in op.attributes), "")) != "":
            raise at(f"{op.name}: expected the attribute '{missing}'", op, op.name, module, text, first_line)
        if counts := _misfit(op):
            raise at(f"{op.name}: {counts}", op, op.name, module, text, first_line)
        if op.name == "ttg.convert_layout" and (counts := _conversion_error(op)):
            raise at(f"{op.name}: {counts}", op, op.name, module, text, first_line)
        arguments = (v for r in op.regions for b in r.blocks for v in b.arguments)
        for value in (*op.results, *arguments):
            tensor = tensor_type(value.type)
            if value.type in checked or tensor is None or tensor.encoding is None:
                continue
            checked.add(value.type)
            try:
                linear_layout(tensor.encoding, tensor.shape)
            except InvalidLayout as error:
                note = f"this is the layout of {value.name}"
                raise at(str(error), op, "tensor<", module, text, first_line, note) from None
            except ValueError:
                continue


def _conversion_error(op: Op) -> str:
    """Return an error if the layouts of a conversion differ in thread counts, else an empty string."""
    layouts = []
    for value in (*op.operands, *op.results):
        tensor = tensor_type(value.type)
        try:
            layouts.append(linear_layout(tensor.encoding, tensor.shape) if tensor and tensor.encoding else None)
        except ValueError:
            return ""
    if len(layouts) != 2 or None in layouts:
        return ""
    for name in ("lane", "warp", "block"):
        source, target = (1 << len(getattr(layout, name)) for layout in layouts)
        if source != target:
            return f"its layouts have {source} and {target} {name}s"
    return ""


def _misfit(op: Op) -> str:
    """Return an error if a loop's or conditional's initial, yielded and result values differ in number, else an empty string."""
    blocks = [region.blocks[0] for region in op.regions if len(region.blocks) == 1]
    if op.name not in ("scf.for", "scf.while", *BRANCHES) or len(blocks) != sum(bool(region.blocks) for region in op.regions):
        return ""
    ends = [len(b.ops[-1].operands) if b.ops and b.ops[-1].name in ("scf.yield", "scf.condition") else 0 for b in blocks]
    counts = {"results": len(op.results)}
    if op.name == "scf.for" and len(blocks) == 1:
        counts |= {"initial values": len(op.operands) - 3, "arguments": len(blocks[0].arguments) - 1, "yielded values": ends[0]}
    elif op.name in BRANCHES:
        counts |= {f"values of branch {number}": end for number, end in enumerate(ends)}
    elif len(blocks) == 2:
        counts |= {"values of the condition": max(0, ends[0] - 1), "arguments of the body": len(blocks[1].arguments)}
    return "" if len(set(counts.values())) == 1 else ", ".join(f"{count} {what}" for what, count in counts.items())

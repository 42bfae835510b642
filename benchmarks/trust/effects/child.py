"""Triton's passes on small programs, in a process of its own: reads requests as JSON on stdin, answers line by line.

A request is a program, an operation's name and a pass. The answer says how many of that operation there are before and after, by how many
regions they lie in, and the types of the results of the first of them, or the error.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
from collections import Counter
from typing import Any

from triton._C.libtriton import amd, ir, nvidia, passes

PASSES = {"cse": passes.common.add_cse, "licm": passes.common.add_licm}


def found(module: Any, name: str) -> tuple[dict[int, int], list[str]]:
    """Return the number of operations with a name by depth, and the result types of the first one."""
    counts: Counter[int] = Counter()
    types: list[str] = []

    def look(op: Any) -> None:
        if op.get_name() != name:
            return
        depth, region = 0, op.get_block().get_parent()
        while region is not None:
            depth, region = depth + 1, region.get_parent_region()
        if not counts:
            types.extend(str(op.get_result(i).get_type()) for i in range(op.get_num_results()))
        counts[depth] += 1

    module.walk(look)
    return dict(counts), types


def answer(request: dict[str, str], path: str, context: Any) -> dict[str, Any]:
    with open(path, "w") as file:
        file.write(request["program"])
    module = ir.parse_mlir_module(path, context)
    module.context = context
    before, types = found(module, request["name"])
    if request["pass"]:
        manager = ir.pass_manager(context)
        PASSES[request["pass"]](manager)
        manager.run(module, request["pass"])
    return {"before": before, "after": found(module, request["name"])[0], "types": types}


def serve() -> None:
    out, context = os.fdopen(os.dup(1), "w"), ir.context()
    for load in (ir.load_dialects, nvidia.load_dialects, amd.load_dialects):
        load(context)
    with tempfile.TemporaryFile("w+") as errors, tempfile.TemporaryDirectory() as folder:
        os.dup2(errors.fileno(), 2)
        for request in json.load(sys.stdin):
            errors.seek(0)
            errors.truncate()
            try:
                given = answer(request, os.path.join(folder, "program.mlir"), context)
            except Exception as error:
                errors.seek(0)
                said = [line.partition("error: ")[2].strip() for line in errors if "error: " in line]
                given = {"error": said[0] if said else f"{type(error).__name__}: {error}"}
            print(json.dumps(given), file=out, flush=True)


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        serve()

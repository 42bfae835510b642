"""Child process that parses and verifies TTGIR with libtriton, which aborts its process on some inputs. The process answers each
line of its input.

The file is run by its path, and imports nothing of this package.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

PARSED_NAME = "program.ttgir"


def _serve(watch: str, parent: int) -> None:
    import runpy
    import shutil
    import tempfile

    from triton._C.libtriton import amd, ir, nvidia

    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # libtriton prints to stdout too
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+") as said:
        end_with = runpy.run_path(watch)["end_with"]
        end_with(parent, lambda: shutil.rmtree(folder, ignore_errors=True))
        os.dup2(said.fileno(), 2)
        path = os.path.join(folder, PARSED_NAME)
        for line in sys.stdin:
            with open(path, "w") as file:
                file.write(json.loads(line))
            print(json.dumps(_refusal(path, ir, (ir, nvidia, amd), said)), file=answers, flush=True)


def _refusal(path: str, ir: Any, dialects: tuple[Any, ...], said: Any) -> str:
    said.seek(0)
    said.truncate()
    context = ir.context()
    for of in dialects:
        of.load_dialects(context)
    try:
        module = ir.parse_mlir_module(path, context)
        module.context = context
        if module.verify():
            return ""
        error = "the module does not verify"
    except Exception as failed:
        error = f"{type(failed).__name__}: {failed}"
    said.seek(0)
    return next((line.strip() for line in said if "error:" in line), error)


if __name__ == "__main__":
    _serve(sys.argv[1], int(sys.argv[2]))

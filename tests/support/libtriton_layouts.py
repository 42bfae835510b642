"""Triton's own answers about layouts, from a child process: libtriton ends the process on an encoding it does not like.

A request and its answer are one line of JSON each. As a program this file is the child; `Libtriton` is the parent's side.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from typing import Any


class Libtriton:
    """A child that answers requests, started again when it dies."""

    def __init__(self) -> None:
        self._child: subprocess.Popen[str] | None = None

    def ask(self, **request: Any) -> dict[str, Any]:
        """The child's answer; {"error": ...} if Triton raised an error or ended the child."""
        if self._child is None:
            self._child = subprocess.Popen(
                [sys.executable, __file__],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        assert self._child.stdin is not None and self._child.stdout is not None
        try:
            self._child.stdin.write(json.dumps(request) + "\n")
            self._child.stdin.flush()
            line = self._child.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            self.close()
            return {"error": "the child died"}
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """End the child."""
        if self._child is not None:
            self._child.kill()
            self._child.communicate()
            self._child = None


def _serve() -> None:
    from triton._C.libtriton import amd, gluon_ir, ir, nvidia, passes

    context = ir.context()
    for dialects in (ir, nvidia, amd):
        dialects.load_dialects(context)
    builder = gluon_ir.GluonOpBuilder(context)
    file, path = tempfile.mkstemp(suffix=".mlir")
    os.close(file)

    def parse(request: dict[str, Any], function: str) -> Any:
        attributes = ", ".join(
            f'"ttg.{name}" = {request[key]} : i32'
            for name, key in (("num-ctas", "blocks"), ("num-warps", "warps"), ("threads-per-warp", "lanes"))
        )
        target = "cuda:90" if request["lanes"] == 32 else "hip:gfx942"
        with open(path, "w") as stream:
            stream.write(f'module attributes {{{attributes}, ttg.target = "{target}"}} {{ {function} }}')
        module = ir.parse_mlir_module(path, context)
        module.context = context
        return module

    def layout(request: dict[str, Any]) -> dict[str, Any]:
        tensor = f"tensor<{'x'.join(map(str, request['shape']))}xf32, {request['encoding']}>"
        module = parse(request, f"tt.func @f(%0: {tensor}) {{ tt.return }}")
        gluon = builder.get_gluon_layout_from_tensor(module.get_function("f").args(0))
        linear = builder.to_linear_layout(gluon._to_ir(builder), request["shape"])
        parts = {"register": linear.reg_bases, "lane": linear.lane_bases, "warp": linear.warp_bases}
        return {**parts, "block": linear.block_bases}

    def conversion(request: dict[str, Any]) -> dict[str, Any]:
        prefix = f"tensor<{'x'.join(map(str, request['shape']))}xf32, "
        source, target = (f"{prefix}{request[side]}>" for side in ("source", "target"))
        body = f"%1 = ttg.convert_layout %0 : {source} -> {target}\n tt.return %1 : {target}"
        module = parse(request, f"tt.func @f(%0: {source}) -> {target} {{ {body} }}")
        manager = ir.pass_manager(context)
        if request["lanes"] == 32:
            nvidia.passes.ttgpuir.add_allocate_shared_memory_nv(manager, 90, 86)
        else:
            passes.ttgpuir.add_allocate_shared_memory(manager)
        manager.run(module, "conversion")
        return {"shared": module.get_int_attr("ttg.shared")}

    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = (layout if "encoding" in request else conversion)(request)
        except Exception as error:
            answer = {"error": str(error)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    _serve()

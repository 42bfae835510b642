"""Kernels in Python, which Triton's front end compiles in a child."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from egraph_opt.ir.module import InputError
from egraph_opt.verifier import Call, ProblemError, Tensor, verify
from egraph_opt.verifier.compile_child import PythonKernel, compile_kernels
from tests.support.kernels import ROOT

pytest.importorskip("triton")
KERNELS = str(ROOT / "benchmarks/verify/kernels")


def test_kernels_of_one_file_are_compared() -> None:
    args = {"x": "x", "y": "y", "stride_x": "N", "stride_y": "N", "n": "N"}
    old = Call(f"{KERNELS}/softmax.py:whole_row", "M", args, {"BLOCK": "next_power_of_2(N)"})
    arrays = {"x": "f32[M, N]", "y": "f32[M, N]"}
    good = Call(f"{KERNELS}/softmax.py:online", "M", old.args, {"BLOCK": 16})
    bad = Call(f"{KERNELS}/softmax.py:whole_row", "M", old.args, {"BLOCK": 32})
    sizes = {"M": 2, "N": 40}
    assert not verify(old, good, arrays=arrays, sizes=sizes, fast=True).different
    assert verify(old, bad, arrays=arrays, sizes=sizes, fast=True).different


def test_functions_of_triton_and_arrays_are_taken() -> None:
    from benchmarks.verify.kernels.elementwise import add, add_tail_lost

    x = np.zeros(100, np.float32)
    verdict = verify(add, add_tail_lost, grid=lambda meta: (-(-meta["n"] // meta["BLOCK"]),), args=[x, x, x, 100],
                     constexprs={"BLOCK": 64}, fast=True)  # fmt: skip
    assert verdict.witness is not None and verdict.witness.kind == "unwritten"
    assert verdict.witness.difference is not None and verdict.witness.difference.place == (99,)


def test_a_race_between_programs_is_found() -> None:
    file = f"{KERNELS}/reductions.py"
    args = {"x": "f32[N]", "y": Tensor("f32", (1,), start="zeros"), "n": "N"}
    given = {"grid": "cdiv(N, BLOCK)", "args": args, "constexprs": {"BLOCK": 16}, "sizes": {"N": 50}, "fast": True}
    assert not verify(f"{file}:sum_atomic", f"{file}:sum_atomic", **given).different
    verdict = verify(f"{file}:sum_atomic", f"{file}:sum_without_atomic", **given)
    assert verdict.witness is not None and verdict.witness.kind == "race"


def test_a_captured_kernel_brings_its_arguments(tmp_path: Path) -> None:
    signature = {"x": "*fp32", "y": "*fp32", "z": "*fp32", "n": "i32", "BLOCK": "constexpr"}
    kernels = [
        PythonKernel(
            f"{KERNELS}/elementwise.py", name, "", {k: v for k, v in signature.items() if v != "constexpr"}, None, {"BLOCK": 32}
        )
        for name in ("add", "add_tail_lost")
    ]
    array = {"tensor": "float32", "shape": [80], "stride": [1]}
    launch = {"grid": [3], "arguments": {"x": array, "y": array, "z": array, "n": 80, "BLOCK": 32}}
    for kernel, compiled in zip(kernels, compile_kernels(kernels), strict=True):
        assert compiled.parameters == ("x", "y", "z", "n"), compiled.error
        folder = tmp_path / kernel.name
        folder.mkdir()
        (folder / "input.ttir").write_text(compiled.ttir)
        (folder / "kernel.json").write_text(json.dumps({"signature": signature, "launches": [launch]}))
    assert verify(tmp_path / "add", tmp_path / "add").equal
    assert verify(tmp_path / "add", tmp_path / "add_tail_lost").different


@pytest.mark.parametrize(
    ("name", "more", "message"),
    [
        ("absent", {}, "has no Triton kernel named absent"),
        ("add", {}, "add also takes BLOCK"),
        ("add", {"constexprs": {"BLOCK": 3}}, "Triton refuses add: .*power of 2"),
        ("add", {"args": ["f32[N]"], "constexprs": {"BLOCK": 4}}, "add takes 4 arguments"),
    ],
)
def test_what_cannot_be_compiled_is_said(name: str, more: dict[str, object], message: str) -> None:
    args = {"x": "f32[N]", "y": "f32[N]", "z": "f32[N]", "n": "N"}
    kernel = f"{KERNELS}/elementwise.py:{name}"
    with pytest.raises((ProblemError, InputError), match=message):
        verify(kernel, kernel, **{"args": args, "sizes": {"N": 4}, "fast": True, **more})  # type: ignore[arg-type]

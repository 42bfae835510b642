"""Launchers that are read from wheels, and the table of their times."""

from __future__ import annotations

import ast
import zipfile
from pathlib import Path
from typing import Any

import pytest

from benchmarks import kernel_source
from benchmarks.gpu import serving
from benchmarks.gpu.serving.libraries import LIBRARIES
from benchmarks.gpu.serving.report import describe_change, line, mean
from benchmarks.gpu.serving.workload import Workload
from benchmarks.launcher_source import launcher_source

MODULE = """
import functools
import torch
import triton
from triton import language as tl
from pack.common import Mode, limit as most
from elsewhere import unknown

SIZE = most * 2
BROKEN = unknown(3)

@triton.jit
def helper(x):
    return x + 1

@triton.autotune(configs=[triton.Config({"BLOCK": SIZE})], key=["n"])
@triton.jit
def kernel(x, n: tl.constexpr, BLOCK: tl.constexpr):
    tl.store(x, helper(tl.load(x)))

@unknown
def launch(x: torch.Tensor, mode: Mode = Mode.FAST):
    from .common import checked
    checked(x)
    kernel[(1,)](x, SIZE)
    return unused()

def left_out():
    return 1
"""
COMMON = """
from enum import Enum

limit = 64

class Mode(Enum):
    FAST = 1

class State:
    pass

def checked(x):
    assert x is not None
"""


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with zipfile.ZipFile(tmp_path / "pack-1.0-py3-none-any.whl", "w") as file:
        file.writestr("pack/ops.py", MODULE)
        file.writestr("pack/common.py", COMMON)
    monkeypatch.setattr(kernel_source, "WHEELS", tmp_path)
    kernel_source.read_module.cache_clear()
    kernel_source.find_definition.cache_clear()


@pytest.mark.usefixtures("wheel")
def test_a_launcher_comes_with_its_kernels_and_their_decorators() -> None:
    text = launcher_source([("pack/ops.py", "launch")], {"unused": "def unused():\n    return 2"})
    assert (
        text.index("most = limit")
        < text.index("SIZE = most * 2")
        < text.index("@triton.autotune")
        < text.index("def launch(x, mode=Mode.FAST)")
    )
    assert "def checked" in text and "from .common" not in text and "return 2" in text and "class Mode(Enum)" in text
    for name in ("State", "left_out", "BROKEN", "@unknown", "elsewhere"):
        assert name not in text
    compile(text, "launcher", "exec")


@pytest.mark.usefixtures("wheel")
def test_a_launcher_that_is_in_no_wheel_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        launcher_source([("pack/ops.py", "missing")], {})


def _row(ours: float, code: str, same: bool) -> dict[str, Any]:
    def told(code: str, same: bool) -> dict[str, Any]:
        return {"tuner": False, "same": same, "error": 0.0, "programs": {"kernel": [{"code": code, "version": None}]}}

    sides = {"plain": told("a", True), "default": told(code, same), "noise": told("a", True)}
    times = [("plain", 10.0), ("default", ours), ("noise", 10.1), ("default", ours), ("plain", 10.2)]
    rounds = [{"side": side, "us": {"kernel": us, "other": 1.0}} for side, us in times]
    return {"workload": "load", "sides": sides, "rounds": rounds}


def test_a_line_has_the_gain_the_noise_and_whether_bits_are_the_same() -> None:
    def make(*_: Any) -> Any:
        raise AssertionError

    make.__module__ = "benchmarks.gpu.serving.workloads.layers"
    workload = Workload("load", ("pack/ops.py:launch",), {}, make)
    cells = line(_row(4.55, "b", False), workload)
    assert (cells["package"], cells["set"], cells["plain_us"], cells["noise"]) == ("pack", "held", "11.10", "1.0000")
    assert (cells["default_gain"], cells["default_changed"], cells["default_same"]) == ("2.0000", "yes", "no")
    assert describe_change(_row(9.0, "a", True), "default") == "no"
    row = _row(9.0, "a", True)
    row["sides"]["default"]["report"] = [("f", "", "changed", "", "", "in large grids, one instance for 8, num_warps=1", None)]
    assert describe_change(row, "default") == "yes (merged instances)"
    row["sides"]["default"]["report"] = [("f", "", "changed", "", "", "5 pipeline stages", None)]
    assert describe_change(row, "default") == "yes (other stages)"
    failed = {"workload": "load", "sides": {"plain": {"failed": "out of memory"}}, "rounds": []}
    assert line(failed, workload)["plain_us"] == "out of memory"
    assert mean([cells, {"default_gain": "0.5000"}, {}], "default_gain") == "1.0000 (2, lowest 0.5000)"


def test_what_stands_in_the_place_of_a_launcher_has_a_workload() -> None:
    found = {}
    for path in sorted((Path(serving.__file__).parent / "workloads").glob("*.py")):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef) and node.decorator_list:
                found[node.name] = len(node.args.args)
    assert {name: len(functions) for name, (_, functions) in LIBRARIES.items()} == {name: found[name] for name in LIBRARIES}

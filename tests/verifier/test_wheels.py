"""Kernels are read from wheels with what they use, and the pairs of such kernels are of many packages and operations."""

from __future__ import annotations

import zipfile
from collections import Counter
from pathlib import Path

import pytest

from benchmarks import kernel_source
from benchmarks.verify.wheels.pair_list import operation_of, types_of, wheel_pairs

MODULE = """
import torch
from .common import scale, LIMIT
from pack.triton_utils import tl, triton

if torch.version.hip:
    @triton.jit
    def finish(x):
        return x
else:
    @triton.jit
    def finish(x):
        return tl.minimum(scale(x), LIMIT)

size = torch.zeros(3)

@triton.autotune(configs=[torch.Config()], key=["n"])
@triton.jit
def kernel(x, n, size: tl.constexpr):
    tl.store(x + tl.arange(0, size), finish(1.0), mask=tl.arange(0, size) < n)
"""
COMMON = """
LIMIT: tl.constexpr = tl.constexpr(4.0)

@triton.jit
def scale(x):
    return x * 2
"""


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    with zipfile.ZipFile(tmp_path / "pack-1.0-py3-none-any.whl", "w") as file:
        file.writestr("pack/ops/kernels.py", MODULE)
        file.writestr("pack/ops/common.py", COMMON)
    monkeypatch.setattr(kernel_source, "WHEELS", tmp_path)
    kernel_source.read_module.cache_clear()
    return tmp_path


def test_a_kernel_comes_with_what_it_uses_and_nothing_else(wheel: Path) -> None:
    text = kernel_source.kernel_file("pack/ops/kernels.py", "kernel").read_text()
    assert text.startswith(kernel_source.HEAD)
    assert text.count("@triton.jit") == 3 and "autotune" not in text and "zeros" not in text
    assert text.index("LIMIT: tl.constexpr") < text.index("def finish") < text.index("def kernel")
    assert "tl.minimum" in text


def test_a_kernel_of_a_wheel_compiles(wheel: Path) -> None:
    pytest.importorskip("triton")
    from egraph_opt.verifier.compile_child import PythonKernel, compile_kernels

    file = kernel_source.kernel_file("pack/ops/kernels.py", "kernel")
    answer = compile_kernels([PythonKernel(str(file), "kernel", "", {"x": "*fp32", "n": "i32"}, None, {"size": 16})])[0]
    assert "tt.store" in answer.ttir, answer.error


@pytest.mark.parametrize("place", [("pack/ops/kernels.py", "missing"), ("pack/other.py", "kernel"), ("none/a.py", "kernel")])
def test_what_is_missing_is_an_error(wheel: Path, place: tuple[str, str]) -> None:
    with pytest.raises(FileNotFoundError):
        kernel_source.kernel_file(*place)


def test_pairs_are_of_many_operations_and_each_has_a_key() -> None:
    pairs = wheel_pairs()
    keys = Counter((operation_of(p), p.label(0), p.label(1), types_of(p), p.size_text, p.same) for p in pairs)
    assert len(pairs) >= 90 and max(keys.values()) == 1
    assert len({operation_of(pair) for pair in pairs}) >= 40
    for package in ("unsloth", "sglang", "vllm", "lmdeploy"):
        assert sum(f"{package}." in pair.label(0) + pair.label(1) for pair in pairs) >= 15

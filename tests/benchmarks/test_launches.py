"""Strides that the launches of harvested kernels pass as one."""

import ast
from pathlib import Path

from benchmarks.pointer.launches import unit_parameters

SOURCE = """
def launch(x, w, out, strides):
    a, b = x.stride()
    turned = out.t()
    kernel[grid](x, w, a, b, w.stride(0), w.stride(1), out.stride(-1), turned.stride(1), 1)
    other[grid](x, x.stride(0), w.stride(-1), *strides, w.stride(-1))

def launch_again(x, w, out):
    kernel[grid](x, w, x.stride(0), x.stride(1), w.stride(1), w.stride(0), out.stride(-1), 1, n=1)
"""
KERNELS = """
def kernel(x, w, xm, xn, wk, wn, out, turned, n): pass
def other(x, rows, columns, first, second): pass
"""


def test_strides_are_one_where_all_launches_pass_the_innermost(tmp_path: Path) -> None:
    """A stride of another dimension in one launch, of a transposed tensor, or behind unpacked arguments, is not known to be one."""
    (tmp_path / "launch.py").write_text(SOURCE)
    kernels = {n.name: n for n in ast.parse(KERNELS).body if isinstance(n, ast.FunctionDef)}
    found = unit_parameters([tmp_path / "launch.py"], kernels)
    assert found == {"kernel": frozenset({"xn", "out", "n"}), "other": frozenset({"columns"})}

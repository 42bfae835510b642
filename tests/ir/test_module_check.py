"""Mistakes that only a look at the whole module shows."""

from __future__ import annotations

import pytest

from egraph_opt.core.task import Task
from egraph_opt.ir.module import InputError

TWICE = """module {
  tt.func public @f(%a: !tt.ptr<f32>) {
    tt.return
  }
  tt.func public @f(%a: !tt.ptr<f32>) {
    tt.return
  }
}
"""
SHAPES = """module {
  tt.func public @f(%a: !tt.ptr<f32>) {
    %lanes = tt.make_range {end = 17 : i32, start = 0 : i32} : tensor<17xi32>
    %all = tt.splat %a : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %at = tt.addptr %all, %lanes : tensor<16x!tt.ptr<f32>>, tensor<17xi32>
    tt.return
  }
}
"""


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        (TWICE, 5, 18, "redefinition of symbol named 'f'"),
        (SHAPES, 5, 11, "tt.addptr: operands and results have several shapes: 16, 17"),
    ],
)
@pytest.mark.parametrize("first", [1, 8])
def test_it_is_found_where_it_is(text: str, line: int, column: int, message: str, first: int) -> None:
    with pytest.raises(InputError) as found:
        Task.read(text, "a.mlir", first)
    error = found.value
    assert (error.line, error.column, error.message) == (line + first - 1, column, message)
    assert error.source == text.splitlines()[line - 1]

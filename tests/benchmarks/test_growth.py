"""Work grows with the size of a program, not faster: what makes the engine usable on programs larger than today's kernels."""

import pytest

from benchmarks.engine.growth import SHAPES
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.families.layout.options import Options
from tests.support.work import calls


@pytest.mark.parametrize("shape", [pytest.param(s, marks=pytest.mark.slow) if n % 2 else s for n, s in enumerate(SHAPES)])
def test_ten_times_the_operations_take_about_ten_times_the_work(shape: str) -> None:
    options = Options(extract="dag")
    optimize_text(SHAPES[shape](20), shape, options)  # imports and lowered rules
    counted = {}
    for size in (100, 1000):
        text, results = SHAPES[shape](size), []
        counted[size] = calls(lambda text=text, found=results: found.append(optimize_text(text, shape, options)))  # type: ignore[misc]
        (function,) = results[0].functions
        assert not results[0].stopped_by and function.converts_after == 0 < function.converts_before
    assert counted[1000] < 13 * counted[100]  # a quadratic step would make it 100

"""Time grows with the size of a program, not faster: what makes the engine usable on programs larger than today's kernels."""

import time

import pytest

from benchmarks.growth import SHAPES
from egraph_opt.optimize import optimize_text
from egraph_opt.options import Options


@pytest.mark.parametrize("shape", SHAPES)
def test_ten_times_the_operations_take_about_ten_times_as_long(shape: str) -> None:
    options = Options(extract="dag")
    optimize_text(SHAPES[shape](20), shape, options)  # imports and lowered rules
    seconds = {}
    for size in (200, 2000):
        started = time.process_time()
        result = optimize_text(SHAPES[shape](size), shape, options)
        seconds[size] = time.process_time() - started
        (function,) = result.functions
        assert not result.stopped_by and function.converts_after == 0 < function.converts_before
    assert seconds[2000] < 25 * seconds[200]  # a quadratic step would make it 100

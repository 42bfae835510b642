"""The front of two costs against brute force, and on a real kernel."""

import random
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from egraph_opt.checker import check as check_programs
from egraph_opt.command.cli import main
from egraph_opt.core.output.cost_front import front
from egraph_opt.cost import MODELS
from egraph_opt.extract import Infeasible, closure, pareto
from egraph_opt.families.layout.options import Options
from egraph_opt.text import read
from tests.support.extraction_problems import random_problem, valid_selections
from tests.support.kernels import kernels


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9))
def test_every_point_is_on_the_front_and_every_corner_is_found(seed: int) -> None:
    rng = random.Random(seed)
    try:
        problem = random_problem(rng, rng.randint(1, 5), rng.randint(1, 9))
        second = np.array([float(rng.choice([0, 1, 2, 7])) for _ in problem.cost])
        found = pareto(problem, second)
    except Infeasible:
        return
    points = set()
    for cost, choice in valid_selections(problem):
        needed = np.asarray(choice)[closure(problem, np.asarray(choice))]
        points.add((cost, float(second[needed].sum())))
    assert all(corner.found.optimal for corner in found)
    corners = [(corner.first, corner.second) for corner in found]
    assert all(any(np.allclose(corner, point) for point in points) for corner in corners)
    # No weighted sum prefers any other selection: tried are those in which two selections are equal.
    for u, v in {(1.0, 0.0), (0.0, 1.0)} | {(b - d, c - a) for a, b in points for c, d in points if b > d and c > a}:
        best = min(u * a + v * b for a, b in points)
        assert min(u * a + v * b for a, b in corners) <= best * (1 + 1e-5) + 1e-9


@pytest.mark.slow
@pytest.mark.parametrize("stage", ["rlc1.before"])
def test_a_real_kernel_trades_cycles_for_shared_memory(stage: str) -> None:
    path = next(p for p in kernels(stage) if p.parent.name == "fla.chunk_gla_bwd_kernel_intra")
    text = path.read_text()
    corners = front(text, str(path), Options(extract="dag", candidates=4), MODELS["cycles"], MODELS["shared_bytes"])
    assert len(corners) >= 2
    assert [c.first for c in corners] == sorted({c.first for c in corners})
    assert [c.second for c in corners] == sorted({c.second for c in corners}, reverse=True)
    before = read(text, str(path))
    assert all(check_programs(before, read(c.found.ir, "out"), strict=True).equal for c in corners)


@pytest.mark.long
def test_the_front_is_printed_and_its_programs_written(tmp_path: Path) -> None:
    path = str(kernels("rlc3.before")[0])
    done = CliRunner().invoke(main, ["pareto", path, "cycles", "converts", "-o", f"{tmp_path}/front", "--extract", "dag"])
    assert done.exit_code == 0, done.output
    assert "cycles (cycles)" in done.output and "input" in done.output
    assert read((tmp_path / "front" / "0.mlir").read_text(), "0.mlir").functions()

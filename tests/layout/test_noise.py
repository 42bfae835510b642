"""Needless conversions in real kernels are found and removed, and what remains is valid."""

from pathlib import Path

import pytest

from egraph_opt.baseline import libtriton
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.cost import Total, bind_target, evaluate
from egraph_opt.families.layout.options import Options
from egraph_opt.ir.module import Module
from egraph_opt.text import read, write
from tests.support.kernels import kernels
from tests.support.noise import with_noise

UNPROVED = 0.03
"""Largest relative gap to the lower bound. One kernel with 139 conversions takes a solver minutes to prove; its program is the cheapest."""

OPTIONS = Options(work_limit=2_000_000, min_gain=0.0)


def some(seed: int) -> list[Path]:
    """Kernels for this seed."""
    return kernels("rlc3.before")[seed::15]


def total(module: Module) -> Total:
    """Return the cost of a kernel, and its conversions."""
    return evaluate(module.functions()[0], bind_target(OPTIONS.model, module))


SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))]


@pytest.mark.parametrize("seed", SEEDS)
def test_noise_is_many_conversions_that_triton_accepts(seed: int) -> None:
    clean = [read(path.read_text()) for path in some(seed)]
    noisy = [with_noise(module, seed) for module in clean]
    assert [a.error for a in libtriton.ask("accept", list(map(write, noisy))) if a.text is None] == []
    assert sum(total(module).converts for module in noisy) > 2 * sum(total(module).converts for module in clean)


@pytest.mark.parametrize("number", range(7))
@pytest.mark.parametrize("seed", SEEDS)
def test_noise_costs_nothing_in_the_end(seed: int, number: int) -> None:
    paths = some(seed)
    assert len(paths) == 7
    clean = read(paths[number].read_text())
    result = optimize_text(write(with_noise(clean, seed)), paths[number].parent.name, OPTIONS)
    assert result.lower_bound is not None and result.cost_after <= result.lower_bound * (1 + UNPROVED)
    assert result.cost_after <= total(clean).cost * 1.001
    assert [a.error for a in libtriton.ask("accept", [result.ir]) if a.text is None] == []

"""Needless conversions in real kernels are found and removed, and what remains is valid."""

import pytest

from egraph_opt.baseline import libtriton
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.families.layout.options import Options
from egraph_opt.text import read, write
from tests.support.kernels import kernels
from tests.support.noise import with_noise


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
def test_noise_costs_nothing_in_the_end(seed: int) -> None:
    paths = kernels("rlc3.before")[seed::15]
    clean = [optimize_text(p.read_text(), p.parent.name, Options(extract="dag")) for p in paths]
    noisy = [write(with_noise(read(p.read_text()), seed)) for p in paths]
    assert [a.error for a in libtriton.ask("accept", noisy) if a.text is None] == []
    results = [
        optimize_text(text, p.parent.name, Options(work_limit=2_000_000, min_gain=0.0))
        for text, p in zip(noisy, paths, strict=True)
    ]
    assert sum(r.functions[0].converts_before for r in results) > 2 * sum(r.functions[0].converts_before for r in clean)
    for path, result, known in zip(paths, results, clean, strict=True):
        assert not result.remarks
        assert result.cost_after <= known.cost_before * 1.001, path
    assert [a.error for a in libtriton.ask("accept", [r.ir for r in results]) if a.text is None] == []

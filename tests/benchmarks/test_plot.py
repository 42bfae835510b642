"""The chart of the README shows the numbers of the tables."""

from __future__ import annotations

import re

import pytest

from tests.support.kernels import ROOT

RESULTS = ROOT / "benchmarks/results"


def steps(name: str) -> set[str]:
    """The speed-ups of whole operations in a table, as the chart writes them."""
    head, *rows = (line.split("\t") for line in (RESULTS / name).read_text().splitlines() if not line.startswith("#"))
    return {f"{float(row[head.index('default')]):.3f}×" for row in rows if row[0].endswith("(step)")}


def test_the_chart_and_the_readme_have_the_numbers_of_the_tables() -> None:
    wanted = steps("layers.tsv") | steps("layers_gated_delta.tsv")
    bars = set(re.findall(r">(\d\.\d{3}×)<", (RESULTS / "layers.svg").read_text()))
    (alternative,) = re.findall(r"!\[([^\]]*)\]\(benchmarks/results/layers\.svg\)", (ROOT / "README.md").read_text())
    assert bars == set(re.findall(r"\d\.\d{3}×", alternative)) == wanted and len(wanted) == 5


def test_the_charts_can_be_drawn() -> None:
    pytest.importorskip("matplotlib", reason="the extra `plots` is not installed")
    from benchmarks.gpu import plot

    assert len(plot.layers().axes[0].patches) == len(plot.LAYERS)
    (below, above) = plot.pairs().axes[0].collections
    assert len(below.get_offsets()) + len(above.get_offsets()) == 215

"""The chart of the README shows the numbers of the tables."""

from __future__ import annotations

import re

import pytest

from tests.support.kernels import ROOT

RESULTS = ROOT / "benchmarks/results"


def ratios() -> dict[str, str]:
    """The speed-ups of whole layers, as the chart writes them, by what is summed up."""
    head, *rows = (line.split("\t") for line in (RESULTS / "layers.tsv").read_text().splitlines() if not line.startswith("#"))
    found = [dict(zip(head, row, strict=True)) for row in rows]
    return {row["kernel"]: f"{row['ratio']}×" for row in found if row["run"] == "modules" and row["kernel"].endswith("kernels)")}


def test_the_chart_and_the_readme_have_the_numbers_of_the_table() -> None:
    wanted = ratios()
    of_triton = [ratio for name, ratio in wanted.items() if name.endswith("(Triton's kernels)")]
    bars = re.findall(r">(\d\.\d{3}×)<", (RESULTS / "layers.svg").read_text())
    assert len(wanted) == 16 and sorted(bars) == sorted(wanted.values())
    (alternative,) = re.findall(r"!\[([^\]]*)\]\(benchmarks/results/layers\.svg\)", (ROOT / "README.md").read_text())
    assert sorted(re.findall(r"\d\.\d{3}×", alternative)) == sorted(of_triton)


def test_the_chart_can_be_drawn() -> None:
    pytest.importorskip("matplotlib", reason="the extra `plots` is not installed")
    from benchmarks.gpu import plot

    assert len(plot.layers().axes[0].patches) == 2 * len(plot.LAYERS)
    assert len(plot.serving().axes[0].get_yticks()) == len(named_gains()) + 1


def named_gains() -> list[str]:
    """The gains of workloads that have a bar of their own, as the chart writes them."""
    head, *rows = (line.split("\t") for line in (RESULTS / "serving.tsv").read_text().splitlines() if not line.startswith("#"))
    gains = [float(dict(zip(head, row, strict=True))["default_gain"]) for row in rows]
    return [f"{gain:.3f}×" for gain in gains if not 0.99 <= gain < 1.05]


def test_the_chart_of_serving_names_every_workload_that_gains_or_loses_much() -> None:
    bars = re.findall(r">(\d+\.\d{3}×)<", (RESULTS / "serving.svg").read_text())
    wanted = named_gains()
    assert len(bars) == len(wanted) + 1 == 34 and not set(wanted) - set(bars)

"""Draw `serving.svg` and `layers.svg` from the tables beside them: `python -m benchmarks.gpu.plot`. Needs matplotlib (extra `plots`)."""

from __future__ import annotations

from math import exp, log
from typing import Any

import matplotlib
from matplotlib import pyplot
from matplotlib.figure import Figure

from benchmarks.paths import RESULTS

LAYERS = {
    "kda": "KDA",
    "hgrn2": "HGRN2",
    "rwkv7": "RWKV7 (D=64)",
    "rwkv6": "RWKV6",
    "gsa": "GSA",
    "gla": "GLA",
    "delta_net": "DeltaNet",
    "retnet": "RetNet",
}
"""The layers of the run `modules` of `layers.tsv`, each with its label."""
BLUE, GREY, ORANGE = "#2a6fbb", "#888888", "#d9822b"
SLOW, FAST = 0.99, 1.05
"""Workloads below and from these gains on have a bar of their own."""
WORDS = "#555555"
"""Grey that can be read as text."""


def table(name: str) -> list[dict[str, str]]:
    """Return the rows of a table in `results/`, by the names of its columns."""
    head, *lines = (line for line in (RESULTS / name).read_text().splitlines() if not line.startswith("#"))
    return [dict(zip(head.split("\t"), line.split("\t"), strict=True)) for line in lines]


def layers() -> Figure:
    """Draw two bars for each layer: how many times as fast Triton's kernels, and all kernels, of one training step are."""
    ratios = {row["kernel"]: float(row["ratio"]) for row in table("layers.tsv") if row["run"] == "modules"}
    whats = (("Triton's kernels", BLUE, 0.2), ("all kernels", GREY, -0.2))
    found = {label: [ratios[f"module.{layer} ({what})"] for what, *_ in whats] for layer, label in LAYERS.items()}
    labels = sorted(found, key=lambda label: found[label][0])
    figure, axes = plain(7.2, 3.9)
    for number, (what, colour, up) in enumerate(whats):
        places = [place + up for place in range(len(labels))]
        gains = [found[label][number] for label in labels]
        bars = axes.barh(places, [gain - 1 for gain in gains], left=1, color=colour, height=0.36, label=what)
        axes.bar_label(bars, [f"{gain:.3f}×" for gain in gains], padding=4, fontsize=8)
    axes.set_yticks(range(len(labels)), labels)
    axes.axvline(1, color="black", linewidth=0.8)
    axes.spines["left"].set_visible(False)
    axes.set_xlim(0.965, 1.03 * max(map(max, found.values())))  # the numbers of bars below 1 have room beside the names
    axes.tick_params(axis="y", length=0)
    axes.xaxis.set_major_formatter("{x:.2f}×")
    axes.set_xlabel("speed-up over Triton, forward and backward pass (GPU time, H200)", color=WORDS)
    axes.legend(frameon=False, loc="lower right")
    return figure


def serving() -> Figure:
    """Draw a bar for each workload that gains or loses much, and one for all others, by how many times as fast it is."""
    rows = sorted((float(row["default_gain"]), row["workload"], row["set"]) for row in table("serving.tsv"))
    rest = [gain for gain, *_ in rows if SLOW <= gain < FAST]
    bars = [(gain, name, BLUE if which == "first" else ORANGE) for gain, name, which in rows if not SLOW <= gain < FAST]
    others = exp(sum(map(log, rest)) / len(rest)), f"{len(rest)} others ({min(rest):.2f} to {max(rest):.2f}×)", GREY
    bars.insert(sum(gain < SLOW for gain, *_ in bars), others)
    figure, axes = plain(7.2, 5.6)
    places = range(len(bars))
    drawn = axes.barh(places, [gain - 1 for gain, *_ in bars], left=1, color=[colour for *_, colour in bars], height=0.74)
    axes.set_xscale("log")
    axes.bar_label(drawn, [f"{gain:.3f}×" for gain, *_ in bars], padding=4, fontsize=7)
    axes.set_yticks(places, [name for _, name, _ in bars], fontsize=7)
    axes.set_ylim(-0.7, len(bars) - 0.3)
    axes.axvline(1, color="black", linewidth=0.8)
    axes.spines["left"].set_visible(False)
    axes.set_xlim(0.8, 1.6 * rows[-1][0])
    axes.tick_params(axis="y", length=0)
    axes.set_xticks([1, 1.5, 2, 3, 6, 12, 25, 50], ["1×", "1.5×", "2×", "3×", "6×", "12×", "25×", "50×"])
    axes.set_xticks([], minor=True)
    axes.set_xlabel("speed-up over Triton, default settings (GPU time, H200)", color=WORDS)
    for colour, label in ((BLUE, "looked at while choices were made"), (ORANGE, "not looked at")):
        axes.barh([0], [0], color=colour, label=label)
    axes.legend(frameon=False, loc="lower right")
    return figure


def plain(width: float, height: float) -> tuple[Figure, Any]:
    """Return a figure of that many inches with axes at the left and the bottom only."""
    matplotlib.use("svg")
    matplotlib.rcParams.update(
        {"svg.fonttype": "none", "svg.hashsalt": "egraph_opt", "font.family": "sans-serif", "font.size": 10}
    )
    figure, axes = pyplot.subplots(figsize=(width, height), layout="constrained")
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(colors="black", labelsize=9)
    return figure, axes


def main() -> None:
    for name, figure in (("serving", serving()), ("layers", layers())):
        figure.savefig(RESULTS / f"{name}.svg", metadata={"Date": None, "Creator": None}, facecolor="white")


if __name__ == "__main__":
    main()

"""Summary of a table of extractors on e-graphs, for each set: which one costs least, what is proved, and how long it takes."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from pathlib import Path

from benchmarks.paths import RESULTS

COLUMNS = ("egraph", "nodes", "classes", "extractor", "limit", "cost", "lower_bound", "optimal", "stopped_by", "seconds")

SAME = 1e-6
"""Relative difference up to which two costs are the same: what a proof leaves open."""

CLOSE = 0.01
"""Relative distance that counts as close."""

GYM = ("bottom-up", "faster-bottom-up", "prio-queue", "faster-greedy-dag")
"""Extractors of extraction-gym that are in the table."""

PUBLISHED = RESULTS / "extraction_published.tsv"

Row = tuple[str, ...]


def rows_of(path: Path) -> list[dict[str, str]]:
    """The lines of a table by column; of an e-graph and an extractor, the last."""
    lines = [line.split("\t") for line in path.read_text().splitlines() if not line.startswith("#")]
    last = {(row[0], row[3]): dict(zip(lines[0], row, strict=True)) for row in lines[1:]}
    return list(last.values())


def published() -> dict[str, float]:
    """The least cost that others published for an e-graph."""
    lines = [line.split("\t") for line in PUBLISHED.read_text().splitlines() if not line.startswith("#")]
    return {row[0]: float(row[1]) for row in lines[1:]}


def no_more(cost: float, other: float, by: float = SAME) -> bool:
    """Return whether a cost is no dearer than another, but for a relative distance."""
    return cost <= other + by * abs(other)


def summary(rows: list[dict[str, str]]) -> list[str]:
    """A line for each set, which is the folder that an e-graph lies in, and one for all."""
    known = published()
    costs = {(row["egraph"], row["extractor"]): float(row["cost"]) for row in rows if row["cost"] != "-"}
    exact = {row["egraph"]: row for row in rows if row["extractor"] == "exact" and row["cost"] != "-"}
    rivals = {egraph: min(costs.get((egraph, name), inf) for name in GYM) for egraph in exact}
    sets = list(dict.fromkeys(egraph.rpartition("/")[0] for egraph in exact))
    head = ("set", "egraphs", "dag<=gym", "dag~exact", "exact<=dag", "exact<=gym", "exact<=known", "proved", "gap", "largest")
    lines = ["".join(f"{title:>13}" if i else f"{title:18}" for i, title in enumerate((*head, "dag s", "exact s", "over")))]

    def line(group: str, egraphs: Iterable[str]) -> str:
        own = [egraph for egraph in egraphs if (egraph, "dag") in costs]
        dag = {egraph: costs[egraph, "dag"] for egraph in own}
        best = {egraph: costs[egraph, "exact"] for egraph in own}
        gaps = [gap(exact[egraph]) for egraph in own]
        over = [float(row["seconds"]) / float(row["limit"]) - 1 for row in map(exact.__getitem__, own)]
        seconds = [
            sum(float(row["seconds"]) for row in rows if row["extractor"] == name and row["egraph"] in dag)
            for name in ("dag", "exact")
        ]
        numbers = (
            len(own),
            sum(no_more(dag[egraph], rivals[egraph]) for egraph in own),
            sum(no_more(dag[egraph], best[egraph], CLOSE) for egraph in own),
            sum(no_more(best[egraph], dag[egraph]) for egraph in own),
            sum(no_more(best[egraph], rivals[egraph]) for egraph in own),
            f"{sum(no_more(best[e], known[e]) for e in own if e in known)}/{sum(e in known for e in own)}",
            sum(exact[egraph]["optimal"] == "True" for egraph in own),
            f"{sum(gaps) / max(1, len(gaps)):.1%}",
            f"{max(gaps, default=0.0):.1%}",
            *(f"{each:.1f}" for each in seconds),
            f"{max([0.0, *over]):.1%}",
        )
        return f"{group:18}" + "".join(f"{number:>13}" for number in numbers)

    lines += [line(group, [egraph for egraph in exact if egraph.rpartition("/")[0] == group]) for group in sets]
    return [*lines, line("all", exact)]


def gap(row: dict[str, str]) -> float:
    """The part of the cost that the bound leaves open."""
    cost, bound = float(row["cost"]), float(row["lower_bound"])
    return 0.0 if row["optimal"] == "True" else (cost - bound) / abs(cost)

"""The table of extractors on other people's e-graphs says what the page of results says of it."""

from __future__ import annotations

from benchmarks.engine.extraction_summary import gap, published, rows_of, summary
from tests.support.kernels import RESULTS, ROOT

ROWS = rows_of(RESULTS / "extraction_sets.tsv")
PAGE = " ".join((ROOT / "docs/results.md").read_text().split())


def test_the_last_line_of_the_summary() -> None:
    head, *_, last = (line.split() for line in summary(ROWS))
    found = dict(zip(head, last, strict=False))
    assert (found["egraphs"], found["dag<=gym"], found["exact<=gym"], found["exact<=dag"]) == ("767",) * 4
    assert (found["dag~exact"], found["proved"], found["exact<=known"]) == ("749", "748", "21/21")
    assert "| **all** | 767 | 749 | 748 |" in PAGE and len(published()) == 21


def test_proofs_outside_the_hardest_sets() -> None:
    hard = ("rover/", "smoothe-esyn/", "herbie/", "eboost-")
    outside = [row for row in ROWS if row["extractor"] == "exact" and not row["egraph"].startswith(hard)]
    proved = [row for row in outside if row["optimal"] == "True"]
    assert f"`exact` proved {len(proved)} of {len(outside)}" in PAGE


def test_a_gap_is_a_part_of_the_cost() -> None:
    row = {"cost": "-80", "lower_bound": "-100", "optimal": "False"}
    assert gap(row) == 0.25 and gap(row | {"optimal": "True"}) == 0.0

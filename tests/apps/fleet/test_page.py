"""A page about many functions tells those of one name apart, and takes the mean of the summary."""

from __future__ import annotations

from typing import Any

from egraph_opt.apps.fleet.records.corpus_page import page
from egraph_opt.apps.fleet.records.line_format import RunHeader
from egraph_opt.apps.fleet.records.tally import Tally


def record(source: str, function: str, before: float, after: float) -> dict[str, Any]:
    return {
        "source": source, "module": 0, "function": function, "verdict": "better", "reason": "", "key": source,
        "costs": {"cycles": {"input": before, "ours": after}}, "result": {}, "meta": {"origin": "computed", "cpu": 0.0},
    }  # fmt: skip


def test_equal_names_have_their_files_and_the_mean_is_that_of_the_summary() -> None:
    records = [record("a.mlir", "k", 8.0, 2.0), record("b.mlir", "k", 5.0, 0.0), record("c.mlir", "other", 4.0, 4.0)]
    tally = Tally()
    for each in records:
        tally.add(each, fresh=True)
    text = page(RunHeader("opt", {}, {}, ""), records)
    assert "k (a.mlir)" in text and "k (b.mlir)" in text and "other (" not in text
    assert "×0.500 of the input's" in tally.summary() and "1 function of cost 0 on one side left out" in tally.summary()
    assert "<td>2</td><td>0.500×</td>" in text

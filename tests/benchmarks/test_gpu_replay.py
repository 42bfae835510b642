"""How predictions for replayed kernels are set beside times."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.gpu.replay import correlation, rows
from egraph_opt.fleet.records.record import Run, line
from tests.fleet.test_record import FUNCTION


def test_times_of_each_side_stand_beside_what_was_predicted(tmp_path: Path) -> None:
    costs = {"time": {"triton 3.6.0": 1.0, "triton 3.9.0": 1.5, "ours": 1.0}}
    record = {**FUNCTION, "costs": costs, "result": {"kernel": "k" * 64}}
    records = tmp_path / "records.jsonl"
    records.write_bytes(line(Run("replay", {}, {}, "0" * 64).as_dict()) + line(record))
    programs = {"plain": "a", "triton 3.6.0": "a", "triton 3.9.0": "b", "ours": "c"}
    folder, results = tmp_path / "cases", tmp_path / "results"
    folder.mkdir()
    results.mkdir()
    (folder / "replay.jsonl").write_text(json.dumps({"kernel": "k" * 16, "group": "f", "programs": programs}) + "\n")
    times = {"a": {"median": 10.0}, "b": {"median": 12.0}, "c": {"median": 9.0}}
    timed = [{"versions": {}}, {"kernel": "k" * 16, "times": times}, {"kernel": "k" * 16, "error": "lost"}]
    (results / "rows.jsonl").write_text("".join(json.dumps(each) + "\n" for each in timed))
    found = list(rows(records, folder, results))
    assert [(side, predicted, round(measured, 6), base) for _, _, side, predicted, measured, base in found] == [
        ("triton 3.9.0", 1.5, 1.2, 10.0),
        ("ours", 1.0, 0.9, 10.0),
    ]


def test_a_correlation_of_ranks_knows_ties() -> None:
    assert correlation([(0.0, 1.0), (1.0, 2.0), (2.0, 30.0)]) == pytest.approx(1.0)
    assert correlation([(0.0, 3.0), (1.0, 2.0), (2.0, 1.0)]) == pytest.approx(-1.0)
    assert correlation([(0.0, 0.0), (0.0, 1.0), (1.0, 2.0)]) == pytest.approx(0.866, abs=1e-3)

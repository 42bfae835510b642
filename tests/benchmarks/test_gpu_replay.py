"""Comparison of predictions for replayed kernels with times."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.gpu.replay import TUNED, rows
from egraph_opt.apps.fleet.records.line_format import RunHeader, line
from tests.apps.fleet.test_record import FUNCTION


def test_times_of_each_side_stand_beside_what_was_predicted(tmp_path: Path) -> None:
    programs = {"plain": "a", "triton 3.6.0": "a", "triton 3.9.0": "b", "ours": "c"}
    times = {"a": {"median": 10.0}, "b": {"median": 12.0}, "c": {"median": 9.0}}
    found = list(rows(*timed(tmp_path, programs, times), chosen=None))
    assert [(side, predicted, round(measured, 6), base) for _, _, side, predicted, measured, base in found] == [
        ("triton 3.9.0", 1.5, 1.2, 10.0),
        ("ours", 1.0, 0.9, 10.0),
    ]


def test_what_tuning_takes_is_chosen_by_other_times(tmp_path: Path) -> None:
    programs = {"plain": "a", "triton 3.6.0": "a", "triton 3.9.0": "b", "ours": "c", "timed 128": "d"}
    chosen, counted = tmp_path / "chosen", tmp_path / "counted"
    first = {"a": {"median": 10.0}, "b": {"median": 12.0}, "c": {"median": 9.0}, "d": {"median": 8.0}}
    _, _, results = timed(chosen, programs, first)
    again = timed(counted, programs, first | {"c": {"median": 7.0}, "d": {"median": 8.5}})
    assert [(side, round(measured, 6)) for _, _, side, _, measured, _ in rows(*again, chosen=results)] == [
        ("triton 3.9.0", 1.2),
        ("ours", 0.7),
        (TUNED, 0.85),
    ]


def timed(where: Path, programs: dict[str, str], times: dict[str, dict[str, float]]) -> tuple[Path, Path, Path]:
    """Write the records, the case and the times of one kernel, and return their places."""
    costs = {"time": {"triton 3.6.0": 1.0, "triton 3.9.0": 1.5, "ours": 1.0}}
    record = {**FUNCTION, "costs": costs, "result": {"kernel": "k" * 64}}
    records, folder, results = (where / name for name in ("records.jsonl", "cases", "results"))
    folder.mkdir(parents=True)
    results.mkdir()
    records.write_bytes(line(RunHeader("replay", {}, {}, "0" * 64).as_dict()) + line(record))
    (folder / "replay.jsonl").write_text(json.dumps({"kernel": "k" * 16, "group": "f", "programs": programs}) + "\n")
    rest = [{"versions": {}}, {"kernel": "k" * 16, "times": times}, {"kernel": "k" * 16, "error": "lost"}]
    (results / "rows.jsonl").write_text("".join(json.dumps(each) + "\n" for each in rest))
    return records, folder, results

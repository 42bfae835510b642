"""Tables of several runs: one run is written in place of what the table has of it."""

from pathlib import Path

from benchmarks.runs import exchange_run


def test_a_run_takes_the_place_of_its_own_rows_alone(tmp_path: Path) -> None:
    table = tmp_path / "table.tsv"
    exchange_run(table, "one", ["a day"], ("kernel", "ms"), [("k", 1), ("l", 2)])
    exchange_run(table, "other", [], ("kernel", "ms"), [("k", 3)])
    exchange_run(table, "one", ["another day"], ("kernel", "ms"), [("k", 4)])
    assert table.read_text().splitlines() == ["# one: another day", "run\tkernel\tms", "other\tk\t3", "one\tk\t4"]

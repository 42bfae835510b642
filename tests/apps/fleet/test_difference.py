"""Two results files beside each other, and the page about one of them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from egraph_opt.apps.fleet.records.line_format import RunHeader, line
from egraph_opt.command.cli import main
from tests.apps.fleet.test_record import FUNCTION
from tests.support.kernels import ROOT

RUN = RunHeader("opt", {"rules": "layout"}, {"egraph-opt": "0"}, "0" * 64)


def function(name: str, cycles: float | None, **more: Any) -> dict[str, Any]:
    costs = {"cycles": {"input": 100.0, "ours": cycles}, "converts": {"input": 2.0, "ours": 1.0}}
    return {**FUNCTION, "function": name, "costs": costs, **more}


def write(path: Path, records: list[dict[str, Any]], run: RunHeader = RUN) -> str:
    path.write_bytes(b"".join(map(line, (run.as_dict(), *records))))
    return str(path)


OLD = [function(name, 80.0) for name in ("same", "better", "worse", "gone", "breaks", "little")]
OLD.append(function("works again", None, verdict="failed", reason="no"))
NEW = [
    function("same", 80.0, meta={**FUNCTION["meta"], "cpu": 9.0}),
    function("better", 60.0),
    function("worse", 120.0, verdict="worse"),
    function("breaks", None, verdict="failed", reason="it died"),
    function("little", 80.5),
    function("works again", 90.0),
    function("new", 1.0),
]


def diff(tmp_path: Path, old: list[dict[str, Any]], new: list[dict[str, Any]], *more: str) -> Result:
    return CliRunner().invoke(main, ["diff", write(tmp_path / "a.jsonl", old), write(tmp_path / "b.jsonl", new), *more])


def test_what_is_worse_comes_first_and_ends_with_three(tmp_path: Path) -> None:
    done = diff(tmp_path, OLD, NEW, "--threshold", "0.02")
    assert done.exit_code == 3
    rows = [re.split(r"  +", row) for row in done.stdout.splitlines()[1:-1]]
    assert [(row[0].partition(": ")[2], row[1]) for row in rows] == [
        ("breaks", "worse"), ("worse", "worse"), ("gone", "gone"), ("works again", "better"), ("better", "better"), ("new", "new"),
    ]  # fmt: skip
    assert rows[0][2].strip() == "better → failed: it died" or rows[0][2].strip() == "same → failed: it died"
    assert rows[1][2].strip() == "cycles 80 → 120" and done.stdout.splitlines()[-1] == "2 worse, 1 gone, 2 better, 1 new, 2 same"


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ([], 3),
        (["--allow-gone"], 0),
        (["--allow-gone", "--cost", "converts"], 0),
        (["--cost", "cycle"], 2),
        (["--side", "theirs"], 2),
    ],
)
def test_what_counts_as_a_loss(tmp_path: Path, more: list[str], code: int) -> None:
    assert diff(tmp_path, OLD[:1] + OLD[3:4], NEW[:1], *more).exit_code == code


def test_a_small_loss_counts_without_a_threshold(tmp_path: Path) -> None:
    little = [record for record in OLD if record["function"] == "little"], [NEW[4]]
    assert diff(tmp_path, *little).exit_code == 3 and diff(tmp_path, *little, "--threshold", "0.01").exit_code == 0
    assert diff(tmp_path, OLD, OLD).stdout == "0 worse, 0 gone, 0 better, 0 new, 7 same\n"


def test_files_that_cannot_be_compared_are_one_message(tmp_path: Path) -> None:
    old = write(tmp_path / "a.jsonl", OLD)
    other = write(tmp_path / "b.jsonl", OLD, RunHeader("compare", {}, {}, "0" * 64))
    (tmp_path / "c.jsonl").write_text("text\n")
    for file, said in (
        (other, "it is of compare, and"),
        (str(tmp_path / "c.jsonl"), "c.jsonl:1:1: error: this is not a line of JSON"),
    ):
        done = CliRunner().invoke(main, ["diff", old, file])
        assert done.exit_code == 1 and said in done.stderr and done.stderr.count("\n") == 1 and not done.stdout
    assert "No such file" in CliRunner().invoke(main, ["diff", old, str(tmp_path / "none")]).stderr


def test_a_page_holds_every_function_and_loads_nothing(tmp_path: Path) -> None:
    records = [*NEW, function("<script>alert(1)</script>", 70.0)]
    file, page = write(tmp_path / "r.jsonl", records), tmp_path / "page.html"
    done = CliRunner().invoke(main, ["report", file, "-o", str(page)])
    assert done.exit_code == 0 and "8 functions: written to" in done.stderr
    text = page.read_text()
    assert text.count('<tr class="row"') == 8 and "<script>alert" not in text and "&lt;script&gt;" in text
    assert not re.search(r"""(?:src|href)=["'](?!#)|@import|url\((?!#)""", text), "nothing is loaded"
    order = re.findall(r'aria-expanded="false">([^<]+)<', text)
    assert order[0] == "breaks" and order[1] == "worse"
    again = CliRunner().invoke(main, ["report", file, "-o", "-"])
    assert again.stdout == text, "the same bytes"


def test_functions_have_pages_of_their_own(tmp_path: Path) -> None:
    program = ROOT / "tests/cases/layout/fan_out.mlir"
    records = [
        function("absent", 80.0),
        function("there", 70.0, source=str(program)),
        function("third", 60.0, source=str(program)),
    ]
    done = CliRunner().invoke(
        main, ["report", write(tmp_path / "r.jsonl", records), "-o", str(tmp_path / "r.html"), "--pages", "1"]
    )
    assert done.exit_code == 0 and 'href="r.pages/1.html"' in (tmp_path / "r.html").read_text()
    assert [page.name for page in (tmp_path / "r.pages").iterdir()] == ["1.html"]
    assert "fan_out.mlir" in (tmp_path / "r.pages/1.html").read_text()
    assert CliRunner().invoke(main, ["report", str(program), "--pages", "1"]).exit_code == 2


def test_a_page_of_nothing_and_options_that_have_no_use(tmp_path: Path) -> None:
    file = write(tmp_path / "r.jsonl", [])
    assert "No costs are known" in CliRunner().invoke(main, ["report", file, "-o", "-"]).stdout
    done = CliRunner().invoke(main, ["report", file, "--alternatives", "3"])
    assert done.exit_code == 2 and "--alternatives: no use with a results file" in done.stderr
    assert CliRunner().invoke(main, ["report", file, "-o", file]).exit_code == 2 and Path(file).stat().st_size

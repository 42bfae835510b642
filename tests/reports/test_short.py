"""`explain` is short by default, and pages and explanations show lines of the user's Python file where it is there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from egraph_opt.api import report
from egraph_opt.core.output.table import split_facts, table, unbounded_width
from egraph_opt.reports.page import render
from egraph_opt.reports.python_lines import line_at
from egraph_opt.reports.text_report import FEW, MOST, count_most_important, saving_of_value
from tests.command.outcomes import run
from tests.reports.pages import MIDDLE
from tests.reports.pages import report as reported

SOURCE = "import triton\n\n    x = tl.load(p)  # <b>\n"


def test_the_values_that_make_most_of_the_saving_are_shown() -> None:
    short, long = (run(f"explain {MIDDLE} --alternatives 6{more}").stdout for more in ("", " --all"))
    heads = [[line for line in text.splitlines() if line.startswith("%") and "tensor<" in line] for text in (short, long)]
    changed = sorted((v for v in reported(MIDDLE, 6).parts.values if v.state == "changed"), key=saving_of_value, reverse=True)
    assert len(heads[1]) == len(changed) > len(heads[0]) >= 1 and heads[1][: len(heads[0])] == heads[0]
    shown, whole = sum(map(saving_of_value, changed[: len(heads[0])])), sum(map(saving_of_value, changed))
    assert shown >= MOST * whole > sum(map(saving_of_value, changed[: len(heads[0]) - 1]))
    assert "--all shows" in short and "--all shows" not in long
    assert max(map(len, short.splitlines())) <= 80


def test_without_prices_a_few_values_are_shown() -> None:
    values = [v for v in reported(MIDDLE, 0).parts.values if v.state == "changed"]
    assert not sum(map(saving_of_value, values)) and count_most_important(values) == FEW < len(values)
    assert "without a price: --all shows them" in " ".join(run(f"explain {MIDDLE} --alternatives 0").stdout.split())


@pytest.mark.parametrize(("command", "why"), [("--all --json", "with --json"), ("--all %5", "with one VALUE")])
def test_all_has_no_use_with_less(command: str, why: str) -> None:
    arguments = command.split()
    value = [each for each in arguments if each.startswith("%")]
    said = run(" ".join(["explain", str(MIDDLE), *value, *[each for each in arguments if each not in value]]))
    assert said.exit_code == 2 and f"--all: no use {why}" in said.stderr


def test_a_line_of_python_is_shown_if_the_file_is_there(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(SOURCE)
    for place, said in (
        (f"{file}:3", "x = tl.load(p)  # <b>"),
        (f"{file}:2", ""),
        (f"{file}:4", ""),
        (f"{file}:0", ""),
        ("x", ""),
    ):
        assert line_at(place) == said
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "bytes.py").write_bytes(b"\xff\n")
    for other in ("absent.py:1", "secret.txt:1", "bytes.py:1", ".:1"):
        assert line_at(str(tmp_path / other)) == ""


def test_pages_and_explanations_show_them(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(SOURCE)
    text = [
        f'{line} loc("{file}":3:1)'
        if line.lstrip().startswith("%") and "scf.for" not in line and not line.rstrip().endswith("{")
        else line
        for line in (Path(__file__).parents[1] / "cases/layout/fan_out.mlir").read_text().splitlines()
    ]
    (tmp_path / "k.mlir").write_text("\n".join(text))
    found = report(tmp_path / "k.mlir", alternatives=0, static=False, others=False)
    assert {line.text for line in found.parts.sources} == {"x = tl.load(p)  # <b>"}
    assert "<code>x = tl.load(p)  # &lt;b&gt;</code>" in render(found)
    assert "  mine.py:3: x = tl.load(p)  # <b>" in run(f"explain {tmp_path / 'k.mlir'} --all").stdout.splitlines()
    file.unlink()
    line_at.__globals__["_lines"].cache_clear()
    assert "mine.py:3: x" not in run(f"explain {tmp_path / 'k.mlir'} --all").stdout
    data = json.loads(run(f"report {tmp_path / 'k.mlir'} --json --no-static --alternatives 0").stdout)
    assert {line["text"] for line in data["sources"]} == {""}


WIDE = [("a" * 30, "b" * 30, "c" * 30, "1 → 2"), ("a" * 30, "", "d " * 40, "3")]


def test_tables_fit_or_have_a_fact_a_line() -> None:
    assert table(("a", "b"), [("1", "2")]).splitlines() == ["a  b", "1  2"]
    folded_one = table(("name", "what"), [("x", "words " * 30)])
    assert max(map(len, folded_one.splitlines())) <= 80 and folded_one.startswith("name")
    assert " ".join(folded_one.split()).count("words") == 30
    blocks = table(("kernel: a → b", "second", "third", "fourth"), WIDE).splitlines()
    assert blocks[:3] == ["kernel: a → b", "a" * 30, f"  second  {'b' * 30}"] and "  fourth  3" in blocks
    assert blocks.count("a" * 30) == 1 and max(map(len, blocks)) <= 80
    with unbounded_width():
        assert len(table(("a", "b", "c", "d"), WIDE).splitlines()) == 3
    long = table(("a", "b", "c", "d"), [("x", "y" * 200, "", "")])
    assert "y" * 200 in long, "a word is never cut"


def test_summaries_have_a_fact_a_line_if_they_are_long() -> None:
    assert split_facts("a; b") == "a; b" and split_facts(f"{'a' * 79}; b; c").splitlines() == ["a" * 79, "  b", "  c"]
    with unbounded_width():
        assert split_facts(f"{'a' * 79}; b") == f"{'a' * 79}; b"

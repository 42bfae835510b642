"""The command `report`: what it writes where, and that nothing is lost where it cannot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.command.outcomes import FILES, run

FAST = "--no-static --no-others --alternatives 0"


def test_data_goes_to_stdout() -> None:
    done = run(f"report {{layout}} --json {FAST}")
    data = json.loads(done.stdout)
    assert done.exit_code == 0 and data["headline"] == "3 -> 1 conversions" and data["schema_version"] == 1
    assert [side["name"] for side in data["sides"]] == ["input", "result"] and data["values"] and data["drawings"]
    remark, last = done.stderr.splitlines()
    assert "remark: @k: not searched, " in remark and last == f"{FILES['layout']}: 3 -> 1 conversions"


def test_a_page_goes_to_a_file_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    first_run = run(f"report {{layout}} {FAST}")
    assert first_run.exit_code == 0 and first_run.stderr.startswith(f"{FILES['layout']}: searching ...\n")
    assert [path.name for path in tmp_path.iterdir()] == ["fan_out.html"]
    first = Path("fan_out.html").read_text()
    assert run(f"report {{layout}} {FAST} -o again.html").exit_code == 0 and Path("again.html").read_text() == first
    assert run(f"report {{layout}} {FAST} -o -").stdout == first


@pytest.mark.engine_fails
def test_a_search_that_failed_is_no_success(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> Any:
        raise TypeError("of ours")

    monkeypatch.setattr("egraph_opt.families.layout.optimize.pose", fail)
    done = run(f"report {{layout}} --json {FAST}")
    assert done.exit_code == 4 and "left unchanged: internal failure" in done.stderr and "TypeError" not in done.stderr
    data = json.loads(done.stdout)
    assert data["verdict"] == "The result is the input." and "left unchanged: internal failure" in data["remarks"][0]

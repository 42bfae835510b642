"""Lines of a results file against their published schema, and lines that are none."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from egraph_opt.apps.fleet.records.line_format import SCHEMA, RecordError, RunHeader, line, read_line

RUN = RunHeader("opt", {"rules": "layout"}, {"egglog": "13.2.0"}, "0" * 64)
FUNCTION: dict[str, Any] = {
    "record": "function", "source": "a.ttgir", "module": 0, "function": "f", "key": "1" * 64, "verdict": "same", "reason": "",
    "costs": {"cycles": {"input": 2.0, "ours": 1.0, "greedy": None}}, "result": {},
    "meta": {"origin": "computed", "cpu": 0.5, "wall": 1.0, "attempts": 1},
}  # fmt: skip
VALIDATOR = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))


def test_the_schema_is_one_and_takes_what_is_written() -> None:
    jsonschema.Draft202012Validator.check_schema(VALIDATOR.schema)
    for number, record in enumerate((RUN.as_dict(), FUNCTION), 1):
        VALIDATOR.validate(record)
        assert read_line(line(record).decode(), "r.jsonl", number) == record


@pytest.mark.parametrize("change", [{"verdict": "good"}, {"key": "1"}, {"meta": {}}, {"more": 1}, {"costs": {"cycles": 1}}])
def test_the_schema_refuses_another_shape(change: dict[str, Any]) -> None:
    assert not VALIDATOR.is_valid({**FUNCTION, **change})


@pytest.mark.parametrize(
    ("text", "number", "message"),
    [
        ("{", 2, "r.jsonl:2:2: error: this is not a line of JSON"),
        ("[1]", 2, "line 2 is not the record of a function"),
        (json.dumps(FUNCTION), 1, "line 1 is not the record of the run"),
        (json.dumps(RUN.as_dict()), 2, "line 2 is not the record of a function"),
        (
            json.dumps({**RUN.as_dict(), "schema_version": 9}),
            1,
            "version 9 of the schema, and this egraph-opt reads and writes version 1",
        ),
        (json.dumps({"record": "function"}), 3, "r.jsonl:3:1: error: the record has no costs, function"),
    ],
)
def test_what_is_no_line_is_refused(text: str, number: int, message: str) -> None:
    with pytest.raises(RecordError) as refused:
        read_line(text, "r.jsonl", number)
    assert message in str(refused.value)


def test_runs_say_how_they_differ() -> None:
    other = RunHeader("opt", {"rules": "layout", "cost": "cycles"}, {"egglog": "14.0.0"}, "0" * 64)
    assert RUN.differences(other) == ["egglog 13.2.0 and 14.0.0", "cost (default) and cycles"]
    assert "other sources" in RUN.differences(RunHeader("opt", RUN.options, RUN.versions, "1" * 64))[0]
    assert RUN.differences(RUN) == []

"""Runs over a corpus: the same records however they are come by, interrupted or not, and one message where a run cannot go on."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from egraph_opt.apps.fleet.records.line_format import SCHEMA, constant, line
from egraph_opt.command.cli import main
from egraph_opt.text.syntax.location import strip_locations
from tests.support.kernels import ROOT

CASES = ROOT / "tests/cases/layout"
NAMES = ("fan_out", "two_broadcasts_one_convert", "blocks_and_calls")
LOCATED = '#loc = loc("a.py":1:0)\n'


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder to stand in, with programs as a folder and an archive, two of them equal but for their locations, and one that is none."""
    folder = tmp_path_factory.mktemp("fleet")
    inside = folder / "c"
    inside.mkdir()
    for name in NAMES:
        (inside / f"{name}.mlir").write_text((CASES / f"{name}.mlir").read_text())
    text = (inside / "fan_out.mlir").read_text()
    (inside / "same.mlir").write_text(
        LOCATED + text.replace(": tensor<128x64xf16, #A>\n", ": tensor<128x64xf16, #A> loc(#loc)\n")
    )
    (inside / "broken.mlir").write_text("\nmodule {\n  oops\n}\n")
    with tarfile.open(folder / "c.tar.gz", "w:gz") as archive:
        archive.add(inside, "c")
    return folder


@pytest.fixture(autouse=True)
def there(corpus: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.chdir(corpus)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    yield


def run(*arguments: str) -> Any:
    return CliRunner().invoke(main, list(arguments))


def records(file: Path) -> dict[tuple[str, str], dict[str, Any]]:
    validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))
    found = [json.loads(each) for each in file.read_text().splitlines()]
    for each in found:
        validator.validate(each)
    assert found[0]["record"] == "run"
    held = {(each["source"], each["function"]): each for each in found[1:]}
    assert len(held) == len(found) - 1
    return held


def constants(file: Path) -> list[bytes]:
    return sorted(line(constant(each)) for each in records(file).values())


@pytest.fixture(scope="module")
def whole(corpus: Path) -> Path:
    """The results file of an undisturbed run."""
    file = corpus / "whole.jsonl"
    before = os.getcwd()
    os.chdir(corpus)
    done = run("opt", "c", "--jobs", "1", "--no-cache", "--records", str(file))
    os.chdir(before)
    assert done.exit_code == 1, done.output
    assert "6 functions: 5 better, 1 failed" in done.stdout and "1 duplicate" in done.stdout, done.stdout
    assert "c/broken.mlir:3:3: error: " in done.stderr
    return file


def test_each_function_has_a_record(whole: Path) -> None:
    found = records(whole)
    assert {name for source, name in found if source == "c/blocks_and_calls.mlir"} == {"callee", "blocks"} and len(found) == 6
    failed = [each for each in found.values() if each["verdict"] == "failed"]
    assert [each["source"] for each in failed] == ["c/broken.mlir"] and failed[0]["reason"].startswith("c/broken.mlir:3:")


def test_records_say_what_one_file_at_a_time_says(whole: Path) -> None:
    for (source, function), record in records(whole).items():
        if record["verdict"] != "failed":
            alone = json.loads(run(source, "--emit", "json").stdout)
            known = next(each for each in alone["functions"] if each["name"] == function)
            assert record["costs"]["cycles"] == {"input": known["cost_before"], "ours": known["cost_after"]}
            assert record["result"]["functions"] == [{**known, "dropped": len(known["dropped"])}]


def test_an_equal_function_is_computed_once(whole: Path, tmp_path: Path) -> None:
    """In one run, and where the results of an earlier one are kept."""
    found = [each for (source, _), each in records(whole).items() if source in ("c/fan_out.mlir", "c/same.mlir")]
    assert len({each["key"] for each in found}) == 1 and len({str(each["costs"]) for each in found}) == 1
    assert sorted(each["meta"]["origin"] for each in found) == ["computed", "duplicate"]
    for number in (1, 2):
        again = tmp_path / f"{number}.jsonl"
        assert run("opt", "c.tar.gz", "--records", str(again)).exit_code == 1
        origins = sorted(each["meta"]["origin"] for each in records(again).values() if each["verdict"] != "failed")
        assert origins.count("computed") == (4 if number == 1 else 0), origins
        failed = [each["reason"] for each in records(again).values() if each["verdict"] == "failed"]
        assert failed[0].startswith("c.tar.gz:c/broken")


@pytest.mark.parametrize("left", ["nothing", "the head in part", "the head", "two and a part", "all but a part", "all"])
def test_a_run_goes_on_where_it_ended(whole: Path, tmp_path: Path, left: str) -> None:
    data, file = whole.read_bytes(), tmp_path / "r.jsonl"
    ends = [position + 1 for position, byte in enumerate(data) if byte == 10]
    parts = {
        "nothing": 0,
        "the head in part": 40,
        "the head": ends[0],
        "two and a part": ends[2] + 99,
        "all but a part": len(data) - 9,
    }
    file.write_bytes(data[: parts.get(left, len(data))])
    done = run("opt", "c", "--jobs", "1", "--resume", str(file), "--cache", str(tmp_path.parent / "resumed"))
    assert done.exit_code == 1 and "6 functions: 5 better" in done.stdout, done.output
    assert constants(file) == constants(whole)
    assert file.read_bytes().startswith(data[: ends[0]]) and (left != "all" or file.read_bytes() == data)


def started(*arguments: str, **more: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "egraph_opt", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, **more)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_run_that_is_ended_loses_nothing(whole: Path, tmp_path: Path, number: int) -> None:
    file = tmp_path / "r.jsonl"
    child = started("opt", "c", "--jobs", "1", "--no-cache", "--resume", str(file))
    while child.poll() is None and not (file.exists() and file.read_bytes().count(b"\n") > 2):
        time.sleep(0.05)
    child.send_signal(number)
    out, errors = child.communicate()
    if number == signal.SIGINT and child.returncode != 1:  # it may have been at its end
        assert child.returncode == 130 and "functions: " in out and "--resume" in errors and "Traceback" not in errors, errors
    done = run("opt", "c", "--jobs", "1", "--no-cache", "--resume", str(file))
    assert done.exit_code == 1 and constants(file) == constants(whole), done.output


def test_a_full_disk_takes_whole_lines(whole: Path, tmp_path: Path) -> None:
    file, size = tmp_path / "r.jsonl", 2500
    child = started(
        "opt", "c", "--jobs", "1", "--no-cache", "--resume", str(file),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY)),
    )  # fmt: skip
    _, errors = child.communicate()
    assert child.returncode == 1 and f"{file}: error: File too large" in errors and errors.count("error:") <= 2, errors
    assert file.read_bytes().endswith(b"\n") and 1 < file.read_bytes().count(b"\n") < 7
    assert run("opt", "c", "--jobs", "1", "--no-cache", "--resume", str(file)).exit_code == 1
    assert constants(file) == constants(whole)


def changed(text: str, **more: Any) -> str:
    head, rest = text.split("\n", 1)
    return json.dumps({**json.loads(head), **more}) + "\n" + rest


REFUSED = [
    (lambda t: changed(t, schema_version=9), "the file has version 9 of the schema"),
    (lambda t: changed(t, versions={"egglog": "1"}), "the file is of another run: Python none and"),
    (lambda t: changed(t, sources="0" * 64), "other sources of egraph-opt"),
    (lambda t: changed(t, options={}), "the file is of another run: form (default) and source"),
    (lambda t: changed(t, command="check"), "the command check and opt"),
    (lambda t: "module {\n}\n", "1:1: error: this is not a line of JSON"),
    (lambda t: "module {", "1:1: error: this is not a line of JSON"),
    (lambda t: t.replace('"key"', '"kez"', 1), "2:1: error: the record has no key"),
    (lambda t: t + "{}\n", "error: this is no results file"),
]


@pytest.mark.parametrize(("change", "message"), REFUSED, ids=range(len(REFUSED)))
def test_a_file_of_another_run_is_refused(whole: Path, tmp_path: Path, change: Any, message: str) -> None:
    file = tmp_path / "r.jsonl"
    file.write_text(text := change(whole.read_text()))
    done = run("opt", "c", "--jobs", "1", "--resume", str(file))
    assert done.exit_code == 1 and message in done.stderr and done.stderr.count("error:") == 1, done.output
    assert file.read_text() == text


USAGE = [
    ("opt c --records whole.jsonl", 1, "whole.jsonl: error: the file is not empty: --resume whole.jsonl goes on with it"),
    ("opt c --records absent/r.jsonl", 1, "absent/r.jsonl: error: cannot write here: the folder"),
    ("opt c --records c.tar.gz --resume r", 2, "--records and --resume: leave one of them out"),
    ("opt c.tar.gz --resume c.tar.gz", 2, "is a program or an archive that is read, and would be lost"),
    ("opt c --jobs 1 --dask tcp://x:1", 2, "leave --jobs out"),
    ("opt c --timing", 2, "--timing: no use with several files"),
    ("opt c - --jobs 1", 2, "stdin is one program"),
    ("compare c/fan_out.mlir --kill-after 3", 2, "--kill-after: no use without work on many files"),
    ("compare c --jobs 1 --json x", 2, "--json: no use with many files"),
    ("check c/fan_out.mlir c/same.mlir --memory 1", 2, "--memory: no use without work on many files"),
    ("opt absent.tar", 1, "absent.tar: error: No such file"),
]


@pytest.mark.parametrize(("command", "code", "message"), USAGE)
def test_what_cannot_be_done_is_said_before_work_begins(whole: Path, command: str, code: int, message: str) -> None:
    done = run(*command.split())
    assert done.exit_code == code and message in done.stderr and "{" not in done.stdout, done.output
    assert done.stderr.lower().count("error:") == 1, done.stderr


def test_programs_are_written_and_two_corpora_checked(corpus: Path, tmp_path: Path) -> None:
    one = "c/two_broadcasts_one_convert.mlir"
    done = run("opt", one, "--jobs", "1", "--no-cache", "--records", str(tmp_path / "o.jsonl"), "-o", str(tmp_path / "out"))
    assert done.exit_code == 0, done.output
    (record,) = records(tmp_path / "o.jsonl").values()
    assert record["program"] == one and (tmp_path / "out" / one).read_text() == run(one).stdout
    (tmp_path / "in").mkdir()
    for name, text in (("a.mlir", Path(one).read_text()), ("b.mlir", Path(one).read_text()), ("x.mlir", "")):
        (tmp_path / "in" / name).write_text(text)
    (tmp_path / "after").mkdir()
    (tmp_path / "after/a.mlir").write_text((tmp_path / "out" / one).read_text())
    (tmp_path / "after/b.mlir").write_text(Path(one).read_text().replace("arith.addf", "arith.subf"))
    done = run(
        "check",
        str(tmp_path / "in"),
        str(tmp_path / "after"),
        "--no-cache",
        "--jobs",
        "1",
        "--records",
        str(tmp_path / "k.jsonl"),
    )
    verdicts = {Path(source).name: each["verdict"] for (source, _), each in records(tmp_path / "k.jsonl").items()}
    assert verdicts == {"a.mlir": "equal", "b.mlir": "different", "x.mlir": "failed"} and done.exit_code == 1, done.output


def test_limits_are_of_a_function(tmp_path: Path) -> None:
    files = ("c/fan_out.mlir",)
    for flags, said in ((("--kill-after", "0"), "did not answer within 0 s"), (("--memory", "0.05"), "")):
        file = tmp_path / f"{flags[0]}.jsonl"
        done = run("opt", *files, "--jobs", "1", "--no-cache", "--records", str(file), *flags)
        assert done.exit_code == 4, done.output
        assert [each["verdict"] for each in records(file).values()] == ["failed"]
        assert all(said in each["reason"] and each["reason"] for each in records(file).values())


def test_locations_are_no_part_of_a_function() -> None:
    text = '#loc = loc("a":1:2)\nm {\n  %0 = "x"() {s = " loc(x)"} : () -> i32 loc(callsite("f"("a":1:2) at "g"(#l)))  // c\n} loc(#loc)\n'
    assert strip_locations(text) == '\nm {\n  %0 = "x"() {s = " loc(x)"} : () -> i32  // c\n}\n'
    kept = 'm {\n  "x"() {l = loc(#loc)} : () -> () loc(#loc)\n}\n#loc = loc("a":1:2)\n'
    assert strip_locations(kept) == kept

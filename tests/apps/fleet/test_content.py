"""Records and kept results belong to the content, options and versions that made them; what is not theirs is worked on again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from egraph_opt.api import check
from egraph_opt.apps.fleet.records.content_key import content_key
from egraph_opt.command.cli import main
from egraph_opt.process.cache_entries import seal, unseal
from tests.support.kernels import ROOT

CASE = (ROOT / "tests/cases/layout/fan_out.mlir").read_text()
OTHER = (ROOT / "tests/cases/layout/two_broadcasts_one_convert.mlir").read_text()
EDITED = OTHER.replace("arith.addf", "arith.mulf")
assert EDITED != OTHER


@pytest.fixture(autouse=True)
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.mlir").write_text(OTHER)
    (tmp_path / "in/b.mlir").write_text(CASE)
    yield


def run(*arguments: str) -> Any:
    return CliRunner().invoke(main, list(arguments))


def opt(*more: str) -> Any:
    return run("opt", "in", "--jobs", "1", "-o", "out", *more)


def records(file: str = "r") -> dict[str, dict[str, Any]]:
    lines = [json.loads(each) for each in Path(file).read_text().splitlines()][1:]
    found = {Path(each["source"]).name + each["function"]: each for each in lines}
    assert len(found) == len(lines), "two records of one function"
    return found


def origins() -> list[str]:
    return sorted(each["meta"]["origin"] for each in records().values())


def written(name: str) -> str:
    return Path(f"out/in/{name}").read_text()


def equal(name: str) -> bool:
    return bool(check(Path(f"in/{name}"), Path(f"out/in/{name}")).equal)


def test_an_edited_input_is_worked_on_again() -> None:
    assert opt("--resume", "r").exit_code == 0
    before = records()
    Path("in/a.mlir").write_text(EDITED)
    done = opt("--resume", "r")
    assert done.exit_code == 0 and "r: remark: 1 record of other content: worked on again" in done.stderr, done.output
    assert "mulf" in written("a.mlir") and equal("a.mlir") and equal("b.mlir")
    (edited,) = [name for name in before if name.startswith("a.")]
    assert {name for name, each in records().items() if each["key"] != before[name]["key"]} == {edited}
    assert len([each for each in records().values() if each == before[edited]]) == 0
    data = Path("r").read_bytes()
    again = opt("--resume", "r")
    assert again.exit_code == 0 and "remark" not in again.stderr and Path("r").read_bytes() == data


def test_an_input_that_only_moved_its_lines_keeps_its_record() -> None:
    assert opt("--resume", "r").exit_code == 0
    data = Path("r").read_bytes()
    Path("in/a.mlir").write_text("\n\n" + OTHER)
    done = opt("--resume", "r")
    assert done.exit_code == 0 and "remark" not in done.stderr and Path("r").read_bytes() == data


def test_the_records_of_functions_that_a_file_lost_are_dropped_and_those_of_other_files_stay() -> None:
    assert opt("--resume", "r").exit_code == 0
    Path("in/a.mlir").write_text(OTHER.replace("@", "@re"))
    done = opt("--resume", "r")
    assert "r: remark: 1 record of a function that its file no longer has: dropped" in done.stderr, done.output
    names = set(records())
    Path("in/b.mlir").unlink()
    assert opt("--resume", "r").exit_code == 0 and set(records()) == names


@pytest.mark.parametrize("how", ["deleted", "edited", "cut off"])
def test_an_output_that_is_not_there_as_it_was_written_is_written_again(how: str) -> None:
    assert opt("--resume", "r").exit_code == 0
    file, text = Path("out/in/a.mlir"), written("a.mlir")
    other = Path("out/in/b.mlir").stat().st_mtime_ns
    {"deleted": file.unlink, "edited": lambda: file.write_text(EDITED), "cut off": lambda: file.write_text(text[:99])}[how]()
    done = opt("--resume", "r")
    assert done.exit_code == 0 and "1 record of a program that is gone, or not as it was written" in done.stderr, done.output
    assert written("a.mlir") == text and origins() == ["computed", "kept"]
    assert Path("out/in/b.mlir").stat().st_mtime_ns == other


def test_all_outputs_are_written_to_another_folder() -> None:
    assert opt("--resume", "r").exit_code == 0
    assert run("opt", "in", "--jobs", "1", "-o", "new", "--resume", "r").exit_code == 0
    assert Path("new/in/a.mlir").read_text() == written("a.mlir") and origins() == ["kept", "kept"]


def test_check_compares_what_the_programs_are_now() -> None:
    assert opt("--resume", "r").exit_code == 0
    arguments = ("check", "in", "out/in", "--jobs", "1", "--resume", "k")
    assert run(*arguments).exit_code == 0
    for side in ("in/a.mlir", "out/in/a.mlir"):
        kept = Path(side).read_text()
        Path(side).write_text(kept.replace("arith.addf", "arith.mulf"))
        done = run(*arguments)
        assert done.exit_code not in (0, 1) and "1 record of other content" in done.stderr, done.output
        assert sorted(each["verdict"] == "equal" for each in records("k").values()) == [False, True]
        Path(side).write_text(kept)
    assert run(*arguments).exit_code == 0


def test_other_options_and_versions_have_other_files() -> None:
    assert opt("--resume", "r").exit_code == 0
    data = Path("r").read_text()
    refused = opt("--resume", "r", "--reassociate")
    assert refused.exit_code == 1 and "the file is of another run" in refused.stderr and Path("r").read_text() == data
    head, rest = data.split("\n", 1)
    Path("r").write_text(json.dumps({**json.loads(head), "versions": {"egglog": "1"}}) + "\n" + rest)
    assert opt("--resume", "r").exit_code == 1
    Path("r").unlink()
    assert opt("--resume", "r", "--cost", "shared_bytes").exit_code == 0 and origins() == ["computed", "computed"]


def test_a_failure_under_other_limits_is_tried_again() -> None:
    failed = opt("--resume", "r", "--kill-after", "0")
    assert failed.exit_code == 4 and {each["verdict"] for each in records().values()} == {"failed"}
    assert written("a.mlir") == OTHER and written("b.mlir") == CASE, "the inputs come back"
    same = opt("--resume", "r", "--kill-after", "0")
    assert same.exit_code == 4 and "remark" not in same.stderr
    again = opt("--resume", "r")
    assert again.exit_code == 0 and "2 records of a failure under other limits: worked on again" in again.stderr, again.output


def entries() -> list[Path]:
    return sorted(Path("cache/egraph-opt/fleet").rglob("*.json"))


def forged(change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Change all entries, and their checksums with them."""
    for file in entries():
        file.write_bytes(seal(file.stem, change(unseal(file.stem, file.read_bytes()))))


def swapped() -> None:
    first, second = entries()
    data = first.read_bytes(), second.read_bytes()
    first.write_bytes(data[1]), second.write_bytes(data[0])


def other_program(entry: dict[str, Any]) -> dict[str, Any]:
    text = entry["text"].replace("arith.addf", "arith.subf").replace("arith.extf", "arith.negf").replace("dense<1", "dense<2")
    return {**entry, "text": text + "// x\n", "result": {**entry["result"], "text": content_key(text + "// x\n")}}


def without_hash(entry: dict[str, Any]) -> dict[str, Any]:
    return {**entry, "text": entry["text"].replace("arith.addf", "arith.subf") + "// x\n"}


WRONG: dict[str, Callable[[], object]] = {
    "a byte": lambda: [file.write_text(file.read_text().replace("addf", "subf", 1).replace("1", "2", 1)) for file in entries()],
    "cut off": lambda: [file.write_bytes(file.read_bytes()[:-40]) for file in entries()],
    "empty": lambda: [file.write_bytes(b"") for file in entries()],
    "binary": lambda: [file.write_bytes(bytes(range(256))) for file in entries()],
    "another shape": lambda: [file.write_bytes(seal(file.stem, ["x"])) for file in entries()],
    "deep": lambda: [file.write_text("[" * 100_000) for file in entries()],
    "of the other function": swapped,
    "text without its hash": lambda: forged(without_hash),
    "no text": lambda: forged(lambda entry: {**entry, "text": None}),
    "no program": lambda: forged(lambda entry: other_program({**entry, "text": "module {"})),
    "another program with hash and checksum": lambda: forged(other_program),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_kept_program_that_is_not_what_was_kept_is_not_used(wrong: str) -> None:
    assert opt("--records", "first").exit_code == 0 and len(entries()) == 2
    texts = written("a.mlir"), written("b.mlir")
    WRONG[wrong]()
    done = run("opt", "in", "--jobs", "1", "-o", "out", "--records", "r")
    assert done.exit_code == 0 and origins() == ["computed", "computed"], done.output
    assert "remark: 2 results of the cache not used, damaged or not proved equal: worked on again" in done.stderr, done.output
    assert (written("a.mlir"), written("b.mlir")) == texts and equal("a.mlir") and equal("b.mlir")
    Path("r").unlink()
    assert opt("--records", "r").exit_code == 0 and origins() == ["kept", "kept"], "the cache is right again"


def test_a_kept_program_is_used_if_it_is_proved() -> None:
    assert opt("--records", "first").exit_code == 0
    texts = written("a.mlir"), written("b.mlir")
    done = run("opt", "in", "--jobs", "1", "-o", "new", "--records", "r")
    assert done.exit_code == 0 and origins() == ["kept", "kept"] and "remark" not in done.stderr
    assert tuple(Path(f"new/in/{name}.mlir").read_text() for name in "ab") == texts
    assert all({**each, "meta": 0} == {**records("first")[name], "meta": 0} for name, each in records().items()), (
        "records are the same wherever they come from"
    )


def test_a_file_that_cannot_be_read_comes_back_and_the_code_is_1() -> None:
    data = {
        "nul.mlir": b"module {\n\0}\n",
        "bytes.mlir": b"\xff\xfe\x00",
        "text.mlir": b"\nmodule {\n  oops\n}\n",
        "none.mlir": b"",
    }
    for name, content in data.items():
        Path(f"in/{name}").write_bytes(content)
    for flag in ("--records", "--resume", "--resume"):
        done = opt(flag, "r")
        assert done.exit_code == 1 and "4 failed" in done.stdout, done.output
        for name, content in data.items():
            assert Path(f"out/in/{name}").read_bytes() == content and f"in/{name}:" in done.stderr
    Path("in/nul.mlir").write_text(CASE)
    assert opt("--resume", "r").exit_code == 1 and written("nul.mlir") == written("b.mlir")
    for name in data:
        Path(f"in/{name}").unlink()
    assert opt("--records", "other").exit_code == 0


def test_bad_input_goes_before_what_is_not_finished() -> None:
    """1 before 5, 5 before 4, 4 before 3."""
    assert opt("--records", "r", "--kill-after", "0").exit_code == 4
    Path("in/bytes.mlir").write_bytes(b"\xff")
    assert opt("--records", "r2", "--kill-after", "0").exit_code == 1
    Path("after").mkdir()
    Path("after/a.mlir").write_text(OTHER)
    missing = run("check", "in", "after", "--jobs", "1", "--records", "k")
    assert missing.exit_code == 1 and "after has no b.mlir" in missing.stderr, missing.output


def test_a_file_without_permission_is_bad_input(monkeypatch: pytest.MonkeyPatch) -> None:
    read = Path.read_bytes

    def refusing(path: Path) -> bytes:
        if path.name == "a.mlir":
            raise PermissionError(13, "Permission denied")
        return read(path)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", refusing)
        for flag in ("--records", "--resume"):
            done = opt(flag, "r")
            assert done.exit_code == 1 and "in/a.mlir: error: Permission denied" in done.stderr, done.output
            assert not Path("out/in/a.mlir").exists()
    assert opt("--resume", "r").exit_code == 0 and equal("a.mlir")

"""Additional output of a run: remarks in LLVM's format, a dump of each stage, a reproducer."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from egraph_opt.checker import check
from egraph_opt.core.observers import Observer
from egraph_opt.core.output.remarks import Remarks
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.core.result import FunctionResult
from egraph_opt.families.layout.options import Options
from egraph_opt.text import read
from egraph_opt.text.syntax.location import Locations
from egraph_opt.versions import line
from tests.command.outcomes import FILES, refused, run
from tests.support.kernels import ROOT

LOCATED = """#loc = loc("a.py":1:1)
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: i32 loc("a"(#loc1))) {
    %b = arith.addi %a, %a : i32 loc(#loc2)
    %c = arith.addi %a, %b : i32 loc(callsite("in\\"ner.py":7:8 at #loc1))
    %d = arith.addi %a, %b : i32 loc(fused[#loc9, "x.py":3:4])
    %e = arith.addi %a, %b : i32 loc(unknown)
    %f = arith.addi %a, %b : i32
    tt.return loc("x.py":4:5)
  } loc(#loc)
} loc(#loc)
#loc1 = loc("a.py":2:3)
#loc2 = loc("sum"(#loc1))
#loc9 = loc(#loc9)
"""


def remarks(text: str) -> list[dict[str, Any]]:
    """The documents of a file of remarks, as LLVM's `optrecord.py` loads them: a kind, a place, and a list of arguments."""
    yaml = pytest.importorskip("yaml")

    class Loader(yaml.SafeLoader):  # type: ignore[name-defined, misc]
        pass

    for kind in ("Passed", "Missed", "Analysis", "Failure"):
        Loader.add_constructor(
            f"!{kind}", lambda loader, node, kind=kind: {"Kind": kind, **loader.construct_mapping(node, deep=True)}
        )
    found = list(yaml.load_all(text, Loader))
    for each in found:
        assert list(each) == ["Kind", "Pass", "Name", "DebugLoc", "Function", "Args"]
        assert list(each["DebugLoc"]) == ["File", "Line", "Column"] and all(len(argument) == 1 for argument in each["Args"])
    return found


def message(remark: dict[str, Any]) -> str:
    """Return a remark as `opt-viewer` shows it."""
    return "".join(str(value) for argument in remark["Args"] for value in argument.values())


def test_remarks_say_what_went_and_what_came(tmp_path: Path) -> None:
    file = tmp_path / "r.yaml"
    assert run(f"{{layout}} --remarks {file} -o {tmp_path / 'o.mlir'}").exit_code == 0
    whole, *parts = remarks(file.read_text())
    assert (whole["Kind"], whole["Pass"], whole["Name"], whole["Function"]) == ("Passed", "egraph-opt", "Function", "k")
    assert re.fullmatch(r"rewritten: [\d.]+ -> [\d.]+ cycles, optimal; not searched, .*--move-loads.*", message(whole))
    said = {(each["Name"], each["Args"][2]["Operation"]) for each in parts}
    assert ("Removed", "ttg.convert_layout") in said and ("Added", "ttg.convert_layout") in said
    text = FILES["layout"].read_text().splitlines()
    for each in parts:
        if each["Name"] == "Removed":
            assert each["Args"][0]["Value"] in text[each["DebugLoc"]["Line"] - 1]


def test_remarks_name_the_source_that_a_program_names() -> None:
    module = read(LOCATED, "f.mlir")
    places = Locations(module)
    found = [tuple(places.place_of_op(op)) for op in module.op.walk()]
    assert found == [
        ("a.py", 1, 1), ("a.py", 1, 1), ("a.py", 2, 3), ('in"ner.py', 7, 8), ("f.mlir", 6, 1), ("f.mlir", 7, 1), ("f.mlir", 8, 1),
        ("x.py", 4, 5),
    ]  # fmt: skip


def test_values_of_remarks_are_quoted() -> None:
    watching = Remarks("cycles")
    record = FunctionResult("it's: {a}", 1, 2.0, 2.0, 0.0, False, "error", remark="left unchanged:\nno 'more' # here")
    module = read(LOCATED, "a 'b'\\c.mlir")
    watching.module(module, module, [record])
    (found,) = remarks(watching.text())
    assert (found["Kind"], found["Function"]) == ("Failure", "it's: {a}")
    assert "stopped by error; left unchanged: no 'more' # here" in message(found)


def test_accesses_of_pointers_have_remarks(tmp_path: Path) -> None:
    file = tmp_path / "r.yaml"
    assert run(f"{{pointer}} --rules pointer --target tts --remarks {file}").exit_code == 0
    found = [each for each in remarks(file.read_text()) if each["Name"] == "Access"]
    assert found and all(each["Kind"] == "Passed" and "raised" in message(each) for each in found)


def test_a_process_that_dies_leaves_a_remark_and_its_reproducer(tmp_path: Path) -> None:
    file, again = tmp_path / "r.yaml", tmp_path / "again.mlir"
    done = run(f"{{layout}} --isolate --kill-after 0 --remarks {file} --reproducer {again}")
    assert done.exit_code == 4 and done.stdout == FILES["layout"].read_text()
    (found,) = remarks(file.read_text())
    assert found["Kind"] == "Failure" and found["DebugLoc"]["File"] == str(FILES["layout"])
    assert again.read_text().endswith(FILES["layout"].read_text())


def test_who_watches_changes_nothing() -> None:
    class Watching(Observer):
        def __init__(self) -> None:
            self.seen: list[str] = []

        def stage(self, name: str, made: Any) -> None:
            self.seen.append(name)

        def module(self, before: Any, after: Any, records: Any) -> None:
            self.seen.append("module")
            assert check(before, after).equal and len(records) == 1

    watching, text = Watching(), FILES["layout"].read_text()
    seen = optimize_text(text, "f", Options(), "source", [watching])
    assert seen.ir == optimize_text(text, "f", Options()).ir
    order = [watching.seen.index(name) for name in ("read", "encode", "saturate", "extract", "decode", "module")]
    assert order == sorted(order)


@pytest.mark.parametrize(
    ("command", "stages"),
    [
        ("{layout}", ["read.mlir", "encode.txt", "saturate.txt", "extract.txt", "decode.mlir", "result.mlir"]),
        (
            "{pointer} --rules pointer --target tts",
            [
                "read.mlir",
                *2 * ["encode.txt", "saturate.txt"],
                "encode-tiles.txt",
                "saturate-tiles.txt",
                "result.mlir",
            ],
        ),
    ],
)
def test_a_dump_has_a_file_for_each_stage(tmp_path: Path, command: str, stages: list[str]) -> None:
    folder = tmp_path / "new" / "dump"
    done = run(f"{command} --dump {folder}")
    assert done.exit_code == 0
    found = sorted(path.name for path in folder.iterdir())
    assert [int(name.partition("-")[0]) for name in found] == list(range(1, len(found) + 1))
    kinds = [name.partition("-")[2] for name in found]
    assert [kind for kind in stages if kind in kinds] == stages
    assert (folder / found[-1]).read_text() == done.stdout
    for name in found:
        text = (folder / name).read_text()
        assert read(text) if name.endswith(".mlir") else " = (" in text or " = " in text
    refused(run(f"{command} --dump {folder}"), 1, "the folder is not empty: name a new one")


def test_what_is_chosen_is_in_the_dump(tmp_path: Path) -> None:
    run(f"{{layout}} --dump {tmp_path / 'd'}")
    encoded, saturated, extracted = (
        next((tmp_path / "d").glob(f"*-{stage}.txt")).read_text() for stage in ("encode", "saturate", "extract")
    )
    assert "(convert_layout " in encoded and re.search(r"^layout \d+: #ttg\.blocked<", encoded, re.M)
    assert re.search(r"^; \d+ iterations$", saturated, re.M) and re.search(r"^term \d+ is in class \d+$", saturated, re.M)
    assert re.search(r"^; [\d.]+, at least [\d.]+$", extracted, re.M)


def test_a_reproducer_does_the_run_again(tmp_path: Path) -> None:
    again = tmp_path / "again.mlir"
    options = "--cost converts:change_price=0.02 --no-check --emit json --no-isolate"
    first = run(f"{{layout}} {options} --reproducer {again} --strict")
    versions, asked = again.read_text().splitlines()[1:3]
    assert versions == f"// versions: {line()}"
    assert json.loads(asked.partition(": ")[2]) == [
        "--no-check",
        "--cost",
        "converts:change_price=0.02",
        "--emit",
        "json",
        "--strict",
        "--no-isolate",
    ]
    second = run(f"reproduce {again}")
    made = [json.loads(done.stdout) for done in (first, second)]
    assert [each["unit"] for each in made] == ["conversions"] * 2 and made[0]["ir"] == made[1]["ir"] and second.exit_code == 0
    again.write_text(again.read_text().replace("Python 3", "Python 2"))
    assert "remark: it was written with other versions: " in run(f"reproduce {again} -o {tmp_path / 'o.json'}").stderr
    assert json.loads((tmp_path / "o.json").read_text())["ir"] == made[0]["ir"]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("module {}\n", "no.mlir:1:1: error: this is not a reproducer"),
        ("{head}\n// versions: x\n// options: [1]\n\n", "no.mlir:3:13: error: the options are not a JSON list"),
        ("{head}\n// versions: x\n// options: [\n\n", "no.mlir:3:13: error: the options are not a JSON list"),
    ],
)
def test_what_is_no_reproducer_is_refused(tmp_path: Path, lines: str, message: str) -> None:
    from egraph_opt.command.programs.reproducer import HEADER

    (tmp_path / "no.mlir").write_text(lines.replace("{head}", HEADER))
    refused(run(f"reproduce {tmp_path / 'no.mlir'}"), 1, message)


CLASHES = [
    ("{layout} -o a --remarks a", "--remarks a: it is what -o writes"),
    ("{layout} --remarks a --reproducer a", "--reproducer a: it is what --remarks writes"),
    ("{layout} --remarks {layout}", "--remarks .*: it is .*, which is read, and would be lost"),
    ("{layout} --reproducer {layout}", "--reproducer .*: it is .*, which is read, and would be lost"),
    ("{layout} --remarks -", "--remarks: the program goes to stdout: name a file"),
]


@pytest.mark.parametrize(("command", "message"), CLASHES)
def test_outputs_that_would_be_lost_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    refused(run(command), 2, message)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "option", ["--remarks absent/r", "--reproducer absent/r", "--dump file/d", "-o absent/o", "--remarks ''"]
)
def test_outputs_are_looked_at_before_any_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str) -> None:
    def never(*_: object) -> None:
        raise AssertionError("work has begun")

    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    monkeypatch.setattr("egraph_opt.command.programs.opt.optimize_or_exit", never)
    said = "error: (cannot write here: the folder|Not a directory|the name of the output is empty)"
    refused(run(f"{{layout}} --no-isolate {option}"), 1, said)


def test_a_dump_that_fails_costs_no_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("egraph_opt.core.output.dump.Path.write_text", full)
    done = run(f"{{layout}} --no-isolate --dump {tmp_path / 'd'}")
    assert done.exit_code == 1 and "01-read.mlir: error: No space left on device" in done.stderr
    monkeypatch.undo()
    assert done.stdout == run("{layout}").stdout


def test_the_capture_asks_for_its_folder_first(tmp_path: Path) -> None:
    pytest.importorskip("triton")
    (tmp_path / "file").touch()
    (tmp_path / "script.py").write_text("raise SystemExit('it ran')")
    refused(run(f"capture {tmp_path / 'script.py'} -o {tmp_path / 'file' / 'd'}"), 1, "file/d: error: Not a directory")
    assert ROOT.exists()

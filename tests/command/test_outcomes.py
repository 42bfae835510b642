"""No false success: each way in which a command cannot do what it was asked for ends with one message and its exit code."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from egraph_opt import InputError, optimize
from egraph_opt.command.exit_codes import COMMAND_CODES, EXIT_CODES, exit_codes, of_verdicts
from egraph_opt.core.family import families, kind_of
from tests.command.outcomes import FILES, refused, run
from tests.support.kernels import ROOT

TEXTS = {
    "empty": b"",
    "blank": b"\n \n",
    "comment": b"// nothing else\n",
    "separators": b"// -----\n// -----\n",
    "no_function": b"module {\n}\n",
    "declared": b"module {\n  tt.func private @f(i32) -> i32\n}\n",
    "words": b"hello world\n",
    "bytes": b"module {\n  \xff }\n",
    "utf16": "module {\n}\n".encode("utf-16"),
    "bytecode": b"ML\xefR\x01\xff",
    "nul": b"module {\n\0}\n",
    "cut": b"module {\n",
    "script": b"print(1)\n",
    "fails": b"raise SystemExit(7)\n",
}
NO_FUNCTION = "holds no function with a body|empty.mlir: error: the file is empty"
NO_TEXT = r"bytes.mlir:2:3: error: the file is not text: byte 0xff"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with all kinds of files, to stand in; `out.mlir` is there already."""
    monkeypatch.chdir(tmp_path)
    for name, data in TEXTS.items():
        Path(f"{name}.py" if name in ("script", "fails") else f"{name}.mlir").write_bytes(data)
    Path("out.mlir").write_text("old")
    Path("folder").mkdir()
    Path("full").mkdir()
    Path("full/0.mlir").write_text("old")
    return tmp_path


FOR_POINTERS = r"error: this is TTIR.*\n(.*\n)*note: --rules pointer --target"
FOR_LAYOUTS = r"error: this is TTGIR.*\n(.*\n)*note: --rules layout"
FOR_REGIONS = r"error: this is a tensor program of IREE.*\n(.*\n)*note: --rules region"
FOR_VECTORS = r"error: this is a vector program of IREE.*\n(.*\n)*note: --rules vector-layout"

INPUTS = [
    *((f"{name}.mlir -o out.mlir", 1, NO_FUNCTION) for name in ("empty", "blank", "separators", "no_function", "declared")),
    ("comment.mlir -o out.mlir", 1, "holds no function"),
    ("words.mlir -o out.mlir", 1, "words.mlir:1:1: error: expected an operation"),
    ("bytes.mlir -o out.mlir", 1, NO_TEXT),
    ("utf16.mlir", 1, "note: it is UTF-16: write it as UTF-8"),
    ("bytecode.mlir", 1, "note: print bytecode as text"),
    ("nul.mlir", 1, "nul.mlir:2:1: error: the input holds a NUL"),
    ("folder", 1, "folder: error: the folder holds no file that ends in .ttgir or .mlir"),
    ("absent.mlir", 1, "absent.mlir: error: No such file"),
    ("''", 1, "'': error"),
    ("{ttir} -o out.mlir", 1, FOR_POINTERS),
    ("{region} -o out.mlir", 1, FOR_REGIONS),
    ("{vector} -o out.mlir", 1, FOR_VECTORS),
    ("{ttgir} --rules pointer --target tts -o out.mlir", 1, FOR_LAYOUTS),
    ("{region} --rules pointer --target tts", 1, FOR_REGIONS),
    ("{vector} --rules pointer --target tts", 1, FOR_VECTORS),
    ("empty.mlir --rules pointer --target tts", 1, NO_FUNCTION),
    ("{ttgir} --rules region -o out.mlir", 1, FOR_LAYOUTS),
    ("{ttir} --rules region", 1, FOR_POINTERS),
    ("{vector} --rules region", 1, FOR_VECTORS),
    ("empty.mlir --rules region", 1, NO_FUNCTION),
    ("{ttgir} --rules vector-layout -o out.mlir", 1, FOR_LAYOUTS),
    ("{ttir} --rules vector-layout", 1, FOR_POINTERS),
    ("{region} --rules vector-layout", 1, FOR_REGIONS),
    ("empty.mlir --rules vector-layout", 1, NO_FUNCTION),
    ("{layout} -o absent/out.mlir", 1, "absent/out.mlir: error: cannot write here: the folder .*absent does not exist"),
    ("{layout} -o folder", 1, "folder: error: is a folder: name a file in it"),
    ("{layout} -o ''", 1, "the name of the output is empty"),
    ("{layout} -o out.mlir/x", 1, "out.mlir/x: error"),
    ("explain {ttir}", 1, FOR_POINTERS),
    ("explain empty.mlir", 1, NO_FUNCTION),
    ("explain bytes.mlir", 1, NO_TEXT),
    ("explain {layout} %99", 1, "error: there is no value %99"),
    ("explain {layout} 5", 2, r"VALUE is a name as %5, not '5' \(did you mean %5\?\)"),
    ("program.py -o out.mlir", 1, "program.py: error: this looks like Python"),
    ("prove nosuchrule", 2, "no rule 'nosuchrule': there are [0-9]+, as "),
    ("report {ttir} --json -o out.mlir", 1, FOR_POINTERS),
    ("report {region} --json -o out.mlir", 1, FOR_REGIONS),
    ("report empty.mlir --json -o out.mlir", 1, NO_FUNCTION),
    ("report words.mlir --json -o out.mlir", 1, r"words.mlir:1:1: error: .*\nhello world\n\^"),
    ("report bytes.mlir --json -o out.mlir", 1, NO_TEXT),
    ("report absent.mlir --json -o out.mlir", 1, "absent.mlir: error: No such file"),
    ("report {layout} -o absent/page.html", 1, "absent/page.html: error: cannot write here: the folder .*absent does not exist"),
    ("report {layout} -o folder", 1, "folder: error: is a folder: name a file in it"),
    ("report {layout} --alternatives -1", 2, "--alternatives"),
    ("report {layout} --assume-dim 3", 2, "--assume-dim: no use"),
    ("report out.mlir -o out.mlir", 2, "out.mlir: it is out.mlir, which is read, and would be lost"),
    ("pareto {ttir} cycles converts", 1, FOR_POINTERS),
    ("pareto empty.mlir cycles converts", 1, NO_FUNCTION),
    ("pareto {layout} cycles cycles", 2, "are the same cost model"),
    ("pareto {layout} cycles speed", 2, "Error: SECOND: no cost model 'speed'"),
    ("pareto {layout} speed speed", 2, "Error: FIRST: no cost model 'speed'"),
    ("pareto {layout} cycles converts -o full", 1, "full/0.mlir: error: it is there already"),
    ("pareto {layout} cycles converts -o out.mlir/x", 1, "out.mlir/x: error"),
    ("resources {ttir}", 1, FOR_POINTERS),
    ("resources {layout} empty.mlir", 1, NO_FUNCTION),
    ("resources absent.mlir", 1, "absent.mlir: error: No such file"),
    ("resources {layout} --cost converts", 2, "does not tell resources apart"),
    ("check empty.mlir empty.mlir", 1, NO_FUNCTION),
    ("check no_function.mlir no_function.mlir", 1, NO_FUNCTION),
    ("check {layout} no_function.mlir", 1, NO_FUNCTION),
    ("check - -", 2, "stdin is one program"),
    ("prove cancel_conversion --json --table", 2, "--json and --table"),
    ("prove ''", 2, "no rule ''"),
    *((f"compare {name}.mlir --against none", 1, NO_FUNCTION) for name in ("empty", "no_function", "separators")),
    ("compare words.mlir --against none", 1, r"words.mlir:1:1: error: .*\nhello world\n\^"),
    ("compare absent.mlir", 1, "absent.mlir: error: No such file"),
    ("compare bytes.mlir --against none", 1, "not text"),
    ("compare folder", 1, "folder: error: the folder holds no file that ends in .ttgir or .mlir"),
    ("compare folder --against iree", 1, "folder: error: the folder holds no file that ends in .mlir"),
    ("compare folder --rules pointer --target tts --against fixture", 1, "folder: error: the folder holds no file"),
    ("compare {layout} --against none --json absent/r.json", 1, "absent/r.json: error: cannot write here: the folder .*absent"),
    ("compare out.mlir --against none --json out.mlir", 2, "--json: out.mlir is a program that is compared"),
    ("compare {layout} --against none --json -", 2, "--json: the table goes to stdout"),
    ("compare {layout} --against none --cost cycles --cost cycles", 2, "named twice"),
    ("compare {layout} --against none --seed-with triton", 2, "--seed-with triton does nothing"),
    ("compare {vector} --against iree --rules vector-layout --static", 2, "--static"),
    ("compare {region} --rules region --against triton", 2, "--rules region goes with --against iree"),
    ("compare {region} --rules layout --against iree", 2, "--against iree goes with --rules region"),
    ("compare {pointer} --against fixture", 2, "--against fixture goes with --rules pointer"),
    ("compare {pointer} --rules pointer --against iree", 2, "--rules pointer goes with --against fixture"),
]


@pytest.mark.parametrize(("command", "code", "message"), INPUTS, ids=[row[0] for row in INPUTS])
def test_what_cannot_be_done_is_said(folder: Path, command: str, code: int, message: str) -> None:
    refused(run(command), code, message)
    assert Path("out.mlir").read_text() == "old" and not list(folder.glob(".egraph*"))
    assert [p.name for p in Path("full").iterdir()] == ["0.mlir"]


FAILED = [  # one of two files fails, and the other is compared
    ("compare {layout} bytes.mlir --against none", "not text"),
    ("compare {layout} empty.mlir --against none", NO_FUNCTION),
    ("compare {layout} no_function.mlir --against none", NO_FUNCTION),
    ("compare {layout} cut.mlir --against none", "error: "),
    ("compare {layout} {ttir} --against none", r"this is TTIR[\s\S]*--rules pointer"),
    ("compare bytes.mlir --against iree", "not text"),
    ("compare {layout} --against iree", "this is TTGIR"),
    ("compare bytes.mlir --against iree --rules vector-layout", "not text"),
    ("compare {region} --against iree --rules vector-layout", r"tensor program of IREE[\s\S]*--rules region"),
    ("compare bytes.mlir --against fixture --rules pointer --target tts", "not text"),
    ("compare no_function.mlir --against fixture --rules pointer --target tts", NO_FUNCTION),
]


@pytest.mark.parametrize(("command", "message"), FAILED, ids=[row[0] for row in FAILED])
def test_a_comparison_of_which_a_part_failed_is_none(folder: Path, command: str, message: str) -> None:
    if "iree" in command:
        pytest.importorskip("iree.compiler")
    done = run(command)
    assert done.exit_code == 1, done.output
    assert len(re.findall(rf"error: .*{message}" if message != "error: " else message, done.stderr)) == 1, done.stderr


def test_the_others_are_compared_and_the_place_is_shown(folder: Path) -> None:
    done = run("compare words.mlir {layout} --against none --json records.json")
    assert done.exit_code == 1 and "1 function: " in done.stdout
    assert "words.mlir:1:1: error: expected an operation" in done.stderr and "\nhello world\n^" in done.stderr
    data = json.loads(Path("records.json").read_text())
    assert len(data["records"]) == 1 and data["refused"][0].startswith("words.mlir:1:1: error: ")


def test_a_failure_goes_before_what_is_worse() -> None:
    assert [of_verdicts(v) for v in (["same", "better"], ["worse", "same"], ["failed", "better"], ["worse", "failed"])] == [
        0,
        3,
        4,
        4,
    ]


def test_dialects_tell_what_a_text_is_for() -> None:
    kinds = {"layout": ("layout", "ttgir"), "pointer": ("ttir", "pointer"), "region": ("region",), "vector-layout": ("vector",)}
    assert {family: {kind_of(FILES[name].read_text()) for name in names} for family, names in kinds.items()} == {
        k: {k} for k in kinds
    }
    assert kind_of("module {\n  func.func @f() {\n    return\n  }\n}\n") == ""
    assert kind_of("# Notes\n`%0 = ttg.convert_layout %1 : tensor<16xf32, #blocked>` is TTGIR, and no program.\n") == ""
    limited = 'module attributes {"ttg.maxnreg" = 64 : i32} {\n' + FILES["ttir"].read_text().partition("\n")[2]
    assert kind_of(limited) == "pointer", "raised kernels may have their registers limited, and are TTIR all the same"
    assert set(kinds) == {name for name, family in families().items() if not family.shares}


def test_a_byte_order_mark_is_no_operation(folder: Path) -> None:
    Path("marked.mlir").write_bytes(b"\xef\xbb\xbf" + FILES["layout"].read_bytes())
    done = run("marked.mlir -o -")
    assert done.exit_code == 0 and done.stdout == run("{layout}").stdout and not Path("-").exists()


@pytest.mark.engine_fails
@pytest.mark.parametrize(
    ("error", "code"), [(TypeError("of ours"), 4), (RuntimeError("of\nours"), 4), (RecursionError("of ours"), 4)]
)
def test_a_function_that_the_engine_fails_on_is_no_success(monkeypatch: pytest.MonkeyPatch, error: Exception, code: int) -> None:
    def fail(*_: Any) -> Any:
        raise error

    monkeypatch.setattr(sys.modules["egraph_opt.families.layout.optimize"], "pose", fail)
    done = run("{layout}")
    assert done.exit_code == code and done.stdout == FILES["layout"].read_text(), done.output
    assert "remark: @k: left unchanged: " in done.stderr and type(error).__name__ not in done.stderr
    compared = run("compare {layout} --against none")
    assert compared.exit_code == 4 and "1 failed" in compared.stdout
    assert run("pareto {layout} cycles converts").exit_code == 4


def test_what_no_command_expects_is_one_message(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> Any:
        raise ZeroDivisionError("of ours")

    monkeypatch.setattr("egraph_opt.command.resource_tables.resource_rows", fail)
    refused(run("resources {layout}"), 4, r"error: internal failure \(test_outcomes.py:\d+\): please report this")


def test_strict_counts_functions_that_are_not_understood(folder: Path) -> None:
    pytest.importorskip("iree.compiler")
    text = FILES["region"].read_text().replace("%r = ", "%q = ") + "\n"
    Path("other.mlir").write_text(text)
    reason = "egraph_opt.families.region.optimize.RegionTask.optimize"
    from egraph_opt.errors import Unsupported

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(reason, lambda *_: (_ for _ in ()).throw(Unsupported("a thing")))
        done = [run("{region} --rules region" + more) for more in ("", " --strict")]
    assert [each.exit_code for each in done] == [0, 4]
    assert "remark: @f: left unchanged: a thing" in done[0].stderr and "optimal" not in done[0].stderr


def test_nothing_explained_is_said() -> None:
    assert "no value is held in another layout than before" in run("explain {ttgir}").stdout
    done = run("explain {ttgir} --json")
    assert done.exit_code == 0 and json.loads(done.stdout)["choices"] == []
    assert "remark: nothing is chosen for any value but what the program says already" in done.stderr


LONG = ("opt", "compare", "explain", "pareto", "report")
"""Commands whose short help leaves out what few readers look for."""


@pytest.mark.parametrize(
    "asked",
    [
        *(f"{command} --help-all" for command in LONG),
        "--help",
        "check --help",
        "prove --help",
        "resources --help",
        "capture --help",
    ],
)
def test_help_says_what_exit_codes_mean(asked: str) -> None:
    shown = " ".join(run(asked).stdout.split())
    command = asked.split()[0]
    own = EXIT_CODES if command == "--help" else exit_codes(command)
    assert " ".join(own.replace("\b", "").split()) in shown
    if command != "--help":
        mine = " ".join(COMMAND_CODES.get(command, {}).values())
        others = {text for name, known in COMMAND_CODES.items() if name != command for text in known.values()}
        assert not any(f" {text}" in shown for text in others if text not in mine)
    page = " ".join((ROOT / "docs/command-line.md").read_text().split())
    assert all(f"{code} " in page.partition("Exit codes")[2].partition("Of several")[0] for code in (0, 1, 2, 3, 4, 5, 130))


GIVEN: list[tuple[Any, dict[str, Any], type[Exception], str]] = [
    ("kernel.ttgir", {}, InputError, r"is the name of a file, not a program\nnote: say Path\('kernel.ttgir'\)"),
    ("out.mlir", {"rules": "region"}, InputError, "is the name of a file"),
    ("folder", {}, InputError, "is the name of a file"),
    (b"module {}", {}, InputError, "expected a text or a Path, found bytes"),
    (None, {}, InputError, "found NoneType"),
    ("", {}, InputError, NO_FUNCTION),
    ("module {\n}\n", {}, InputError, NO_FUNCTION),
    (Path("absent.mlir"), {}, FileNotFoundError, "absent"),
    (Path("bytes.mlir"), {}, InputError, NO_TEXT),
    (FILES["ttir"], {}, InputError, "this is TTIR"),
    (FILES["layout"], {"rules": "region"}, InputError, "this is TTGIR"),
    (
        FILES["pointer"],
        {"rules": "pointer"},
        ValueError,
        "rules='pointer' needs target: one of tts, block-pointer, descriptor, host-descriptor, buffer, pointers",
    ),
    (FILES["layout"], {"rules": "pointer", "target": "tts"}, InputError, "this is TTGIR"),
    (FILES["layout"], {"rules": "layout,layout"}, ValueError, "twice"),
    (FILES["layout"], {"extract": "magic"}, ValueError, "extract is one of tree, dag, exact, not 'magic'"),
    (FILES["layout"], {"seed_with": "iree"}, ValueError, "seed_with is one of triton, not 'iree'"),
    (FILES["layout"], {"time_limit": float("nan")}, ValueError, "time_limit"),
    (FILES["layout"], {"time_limit": -1.0}, ValueError, "time_limit"),
    (FILES["layout"], {"candidates": 0}, ValueError, "candidates"),
    (FILES["layout"], {"min_gain": float("nan")}, ValueError, "min_gain"),
    (FILES["layout"], {"min_gain": 8.0}, ValueError, "min_gain"),
    (FILES["layout"], {"assume_dim": 4}, ValueError, "assume_dim: no use with rules='layout'"),
    (FILES["region"], {"rules": "region", "move_loads": True}, ValueError, "move_loads: no use"),
    (FILES["vector"], {"rules": "vector-layout", "reassociate": True}, ValueError, "reassociate: no use"),
    (FILES["vector"], {"rules": "vector-layout", "candidates": 0}, ValueError, "candidates"),
]


@pytest.mark.parametrize(("source", "named", "error", "message"), GIVEN)
def test_optimize_refuses_what_it_would_not_do(
    folder: Path, source: Any, named: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        optimize(source, **named)


@pytest.mark.parametrize("script", ["script.py", "fails.py"])
def test_a_script_without_kernels_was_not_captured(folder: Path, script: str) -> None:
    pytest.importorskip("triton")
    refused(run(f"capture {script} -o found"), 1, "it launches no kernel|it ended with 7")


UNREADABLE = """#l = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%a: tensor<128xf32, #l>) {
    "nobody.knows"(%a) : (tensor<128xf32, #l>) -> ()
    tt.return
  }
}
"""


def test_what_triton_cannot_read_is_not_compared_with_triton(folder: Path) -> None:
    pytest.importorskip("triton")
    Path("other.ttgir").write_text(UNREADABLE)
    done = [run(f"compare other.ttgir{more}") for more in ("", " --against triton", " --seed-with triton")]
    assert [each.exit_code for each in done] == [0, 4, 4], [each.output for each in done]
    assert "(Triton could not read other.ttgir @k, so only the input is compared: Parse MLIR" in done[0].stderr
    assert all("error: Triton's own pass failed: " in each.stderr for each in done[1:])
    alone = run("other.ttgir --seed-with triton")
    assert alone.exit_code == 0 and "remark: @k: Triton's pass made no program to start from" in alone.stderr
    assert "optimal" not in alone.stderr and run("other.ttgir --seed-with triton --strict").exit_code == 4

"""Registers of a kernel in two versions: as many as the raised one takes alone."""

from __future__ import annotations

import re
import time
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

pytest.importorskip("triton")
from benchmarks.gpu.pointer_kernels import PROGRAMS
from benchmarks.gpu.pointers import ttir
from egraph_opt.baseline import libtriton, ptxas_counts
from egraph_opt.command.cli import main
from egraph_opt.core.result import Result
from egraph_opt.families.pointer import guard_register_limit, raise_text
from egraph_opt.families.pointer.guard_register_limit import assume_guards, is_guarded
from egraph_opt.text import read, write
from egraph_opt.text.register_attributes import MOST, STEP, with_limit

(ATTENTION,) = (p for p in PROGRAMS if p.name == "attention 64x4096x64")
TYPES = "3.8" if tuple(map(int, version("triton").split(".")[:2])) >= (3, 8) else "3.6"
NAMED: dict[str, Any] = {"target": "descriptor", "version": "loop", "descriptor_types": TYPES}
LAUNCHED = {"num_warps": ATTENTION.warps, "num_stages": ATTENTION.stages}


@cache
def attention() -> str:
    return ttir(ATTENTION.pointers, ATTENTION)


@cache
def limited() -> Result:
    return raise_text(attention(), "attention", **NAMED, **LAUNCHED)


@cache
def registers(text: str) -> int:
    (answer,) = libtriton.ask("compile", [text], 120.0, {"num_warps": ATTENTION.warps, "num_stages": ATTENTION.stages})
    assert answer.text, answer.error
    found = ptxas_counts.assemble_ptx(answer.text, 0, time.monotonic() + 60.0)
    assert isinstance(found, ptxas_counts.Static)
    return found.registers


@pytest.mark.slow
def test_both_versions_have_what_the_raised_one_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    found = limited()
    assert [report.raised for report in found.reports] == [True] * 4
    (said,) = re.findall(r'"ttg.maxnreg" = (\d+) : i32', found.ir)
    monkeypatch.setattr(guard_register_limit, "registers_of", lambda *_: MOST)
    without = raise_text(attention(), "attention", **NAMED, **LAUNCHED).ir
    monkeypatch.undo()
    assert found.ir == with_limit(without, int(said)) and is_guarded(read(found.ir))
    alone = registers(write(assume_guards(read(without))))
    assert alone <= int(said) < alone + STEP
    assert registers(found.ir) <= int(said)


def test_without_a_limit_what_stands_outside_the_loop_stays() -> None:
    assert [report.raised for report in raise_text(attention(), "attention", **NAMED).reports].count(True) == 2


def test_what_needs_no_guard_has_no_limit() -> None:
    promised: dict[str, Any] = {**NAMED, "assume_no_overflow": True, "assume_positive": True}
    found = raise_text(attention(), "attention", **promised, **LAUNCHED)
    assert [report.raised for report in found.reports] == [True] * 4 and "maxnreg" not in found.ir and not found.stopped_by


def test_where_the_raised_version_does_not_compile_nothing_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard_register_limit, "registers_of", lambda *_: None)
    found, plain = (raise_text(attention(), "attention", **NAMED, **more) for more in (LAUNCHED, {}))
    assert found.ir == plain.ir and found.reports == plain.reports and found.stopped_by == "registers"
    assert "not limited" in found.remarks[0]


def test_a_program_that_triton_refuses_takes_no_registers() -> None:
    assert guard_register_limit.registers_of("module { nothing }", 4, 3, 60.0) is None


def test_a_module_as_if_its_guards_held() -> None:
    alone = assume_guards(read(limited().ir))
    assert not is_guarded(alone) and write(read(write(alone))) == write(alone)
    names = [op.name for op in alone.op.walk()]
    assert "scf.if" not in names and names.count("scf.for") == 1
    assert names.count("tt.make_tensor_descriptor") == 4 and not {"tt.load", "tt.store"} & set(names)


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("module {", 'module attributes {"ttg.maxnreg" = 168 : i32} {'),
        ("module @m {", 'module @m attributes {"ttg.maxnreg" = 168 : i32} {'),
        ("module attributes {a.b = 1 : i32} {", 'module attributes {"ttg.maxnreg" = 168 : i32, a.b = 1 : i32} {'),
    ],
)
def test_how_a_limit_is_written(head: str, expected: str) -> None:
    text = "#loc = loc(unknown)\n" + head + "\n  tt.func @f() {\n    tt.return\n  }\n}\n"
    new = with_limit(text, 168)
    assert new == text.replace(head, expected) and read(new).op.attributes["ttg.maxnreg"] == "168 : i32"


def test_on_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "attention.ttir"
    file.write_text(attention())
    options = ["opt", str(file), "--rules", "pointer", "--target", "descriptor", "--version", "loop"]
    options += ["--descriptor-types", TYPES]
    done = CliRunner().invoke(main, [*options, "--num-warps", "4"])
    assert done.exit_code == 0 and "ttg.maxnreg" in done.stdout and "4 of 4 accesses raised" in done.stderr
    assert "use it with --rules pointer" in CliRunner().invoke(main, ["opt", str(file), "--num-warps", "4"]).stderr

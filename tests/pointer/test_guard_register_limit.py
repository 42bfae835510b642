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
import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

from egraph_opt.baseline import libtriton, ptxas_counts
from egraph_opt.command.cli import main
from egraph_opt.core.result import Result
from egraph_opt.families.pointer import guard_register_limit, raise_text
from egraph_opt.families.pointer.guard_register_limit import assume_guards, is_guarded
from egraph_opt.text import read, write
from egraph_opt.text.register_attributes import MOST, STEP, with_limit

TYPES = "3.8" if tuple(map(int, version("triton").split(".")[:2])) >= (3, 8) else "3.6"
NAMED: dict[str, Any] = {"target": "descriptor", "version": "loop", "descriptor_types": TYPES}
LAUNCHED = {"num_warps": 4, "num_stages": 3}


@triton.jit
def attention_kernel(q_ptr, k_ptr, v_ptr, o_ptr, T, head, row, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    start, of = tl.program_id(0) * BM, tl.program_id(1) * head
    rows, columns, width = start + tl.arange(0, BM), tl.arange(0, BN), tl.arange(0, D)
    q = tl.load(q_ptr + of + rows[:, None] * row + width[None, :], mask=rows[:, None] < T, other=0.0)
    q = (q * scale).to(tl.float16)
    k_at = k_ptr + of + columns[None, :] * row + width[:, None]
    v_at = v_ptr + of + columns[:, None] * row + width[None, :]
    most, total, acc = tl.full((BM,), -1.0e30, tl.float32), tl.zeros((BM,), tl.float32), tl.zeros((BM, D), tl.float32)
    for n in range(0, T, BN):
        inside = n + columns < T
        k = tl.load(k_at + n * row, mask=inside[None, :], other=0.0)
        v = tl.load(v_at + n * row, mask=inside[:, None], other=0.0)
        scores = tl.where(inside[None, :], tl.dot(q, k), -1.0e30)
        new = tl.maximum(most, tl.max(scores, 1))
        p, shrink = tl.exp2(scores - new[:, None]), tl.exp2(most - new)
        total, most, acc = total * shrink + tl.sum(p, 1), new, tl.dot(p.to(tl.float16), v, acc * shrink[:, None])
    out = (acc / total[:, None]).to(tl.float16)
    tl.store(o_ptr + of + rows[:, None] * row + width[None, :], out, mask=rows[:, None] < T)


@cache
def attention() -> str:
    pointers = dict.fromkeys(("q_ptr", "k_ptr", "v_ptr", "o_ptr"), "*fp16")
    types = pointers | {"T": "i32", "head": "i32", "row": "i32", "scale": "fp32"}
    constants = {"BM": 128, "BN": 64, "D": 64}
    divisible = {(i,): [["tt.divisibility", 16]] for i in range(7)}
    source = ASTSource(attention_kernel, types | dict.fromkeys(constants, "constexpr"), constants, divisible)
    return str(triton.compile(source, target=GPUTarget("cuda", 90, 32), options=LAUNCHED).asm["ttir"])


@cache
def limited() -> Result:
    return raise_text(attention(), "attention", **NAMED, **LAUNCHED)


@cache
def registers(text: str) -> int:
    (answer,) = libtriton.ask("compile", [text], 120.0, LAUNCHED)
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

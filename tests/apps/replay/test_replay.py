"""Kernels that are compiled again: by the Triton that is installed, and by the same one with ptxas told to do badly."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

pytest.importorskip("triton")

from egraph_opt.apps.fleet.records.line_format import SCHEMA
from egraph_opt.apps.fleet.records.results import read
from egraph_opt.apps.replay.compiler_process import CannotReplay, ProcessCompiler
from egraph_opt.apps.replay.environments import python_of
from egraph_opt.apps.replay.kernel_corpus import CorpusKernel, kernel_of, kernels
from egraph_opt.apps.replay.kernel_metrics import MissingMeasurement, measure_answer
from egraph_opt.apps.replay.kernel_replay import Replay
from egraph_opt.apps.replay.optimized_program import SECOND_VERSION_REASON, ours
from egraph_opt.apps.replay.pass_bisection import bisect_passes, states
from egraph_opt.apps.replay.replay_records import replayed_of
from egraph_opt.command.cli import main
from egraph_opt.machine.prediction import processor_of
from egraph_opt.triton.state.settings import Settings
from tests.support.kernels import ROOT

KERNELS = ROOT / "benchmarks" / "corpus" / "kernels"
SMALL, CONVERTS = KERNELS / "gems.sum_dim_kernel_inner", KERNELS / "fla.chunk_local_cumsum_vector_kernel"
GIB = 2**30


@pytest.fixture(scope="module")
def compiler() -> Iterator[ProcessCompiler]:
    found = ProcessCompiler(sys.executable, 60.0, 8 * GIB)
    yield found
    found.close()


@pytest.fixture(scope="module")
def slower(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A Python whose Triton has ptxas leave out its optimisations."""
    script = tmp_path_factory.mktemp("slower") / "python"
    script.write_text(f'#!/bin/sh\nDISABLE_PTXAS_OPT=1 exec "{sys.executable}" "$@"\n')
    script.chmod(0o755)
    return str(script)


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A captured kernel whose program no version reads."""
    folder = tmp_path_factory.mktemp("broken") / "broken"
    folder.mkdir()
    (folder / "input.ttir").write_text("module { tt.func public @broken() { tt.nothing } }\n")
    return folder


def ask(compiler: ProcessCompiler, kernel: CorpusKernel, **more: Any) -> dict[str, Any]:
    return compiler.ask(kind=kernel.kind, text=kernel.text, target=kernel.target, options=dict(kernel.options), **more)


def test_ours_holds_more_instances_where_a_few_registers_are_in_the_way(compiler: ProcessCompiler) -> None:
    kernel = kernel_of(KERNELS / "gems.sweep")
    theirs = ask(compiler, kernel)
    made = ours(compiler, kernel, theirs, Settings(versions=False))
    own, new = measure_answer(theirs, kernel).use, measure_answer(made.answer, kernel).use
    processor = processor_of(kernel.target)
    assert processor is not None and made.outcome == "changed" and '"ttg.maxnreg" = 128 : i32' in made.answer["ttgir"]
    assert own.occupancy(processor) == 3 and new.occupancy(processor) == 4, "ptxas has changed: this test needs another program"


def test_what_got_worse_comes_first_with_what_is_to_blame(slower: str, broken: Path, tmp_path: Path) -> None:
    file, page, binaries = tmp_path / "r.jsonl", tmp_path / "page.html", tmp_path / "binaries"
    inputs, versions = [str(CONVERTS), str(broken)], ["--with", sys.executable, "--with", slower]
    arguments = ["replay", "--wide", *inputs, *versions, "--records", str(file)]
    done = CliRunner().invoke(main, [*arguments, "--html", str(page), "--binaries", str(binaries)])
    assert done.exit_code == 4, done.output
    assert done.stdout.index("\nbroken ") < done.stdout.index(CONVERTS.name), done.output
    assert "2 kernels: 1 failed, 1 worse" in done.stdout
    run, records = read(file)
    schema = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))
    schema.validate(run.as_dict())
    first, last = run.options["with"]
    good, bad = [record for record in records if schema.validate(record) is None]
    assert bad["verdict"] == "failed" and "custom op 'tt.nothing'" in bad["reason"] and bad["costs"]["registers"][last] is None
    assert good["verdict"] == "worse" and good["reason"].startswith(f"ptxas: that of {last} makes the PTX of {first} as slow")
    assert good["costs"]["cycles"][last] > good["costs"]["cycles"][first] and good["costs"]["time"][first] == 1.0
    found = replayed_of(good)
    assert found.alike == [[first, last]] and found.ours is not None and found.is_restored() is False
    assert len(list(binaries.glob("*.xz"))) == 3 and CONVERTS.name in page.read_text()
    again = CliRunner().invoke(main, [*arguments[:-2], "--resume", str(file)])
    assert again.exit_code == 4 and again.stderr == "" and again.stdout == done.stdout, "nothing is compiled a second time"
    beside = CliRunner().invoke(main, arguments)
    assert beside.exit_code == 1 and "the file is not empty" in beside.stderr


def test_machine_code_that_cannot_be_written_ends_the_run_with_one_message(tmp_path: Path) -> None:
    """A full disk is such a case. The records that were made stay, and the next run goes on with them."""
    file, binaries = tmp_path / "r.jsonl", tmp_path / "binaries"
    kernel = kernel_of(SMALL)
    (binaries / f"{kernel.key[:16]}.{installed()}.xz").mkdir(parents=True)
    arguments = ["replay", str(SMALL), "--with", sys.executable, "--with", sys.executable, "--no-why", "--records", str(file)]
    done = CliRunner().invoke(main, [*arguments, "--binaries", str(binaries)])
    assert done.exit_code == 1 and done.stderr.count("error:") == 1, done.output
    assert f"{binaries}/" in done.stderr and f"--resume {file} goes on" in done.stderr
    assert not [each for each in binaries.iterdir() if each.is_file()]
    assert CliRunner().invoke(main, [*arguments[:-2], "--resume", str(file)]).exit_code == 0


def installed() -> str:
    import triton

    return f"triton {triton.__version__}"


def test_ttgir_and_source_come_to_the_same_code_as_ttir(compiler: ProcessCompiler, tmp_path: Path) -> None:
    from egraph_opt.triton.capture.script_capture import capture

    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    (folder,) = capture(script, tmp_path / "out").folders
    kernel = kernel_of(folder)
    answer = ask(compiler, kernel)
    assert answer["ttgir"] == (folder / "final.ttgir").read_text(), "as it was captured"
    again = compiler.ask(kind="ttgir", text=answer["ttgir"], target=kernel.target, options={})
    named = {name: kernel.record[name] for name in ("name", "signature", "constants", "attributes")}
    asked = {"kind": "source", "target": kernel.target, "options": dict(kernel.options), **named}
    source = compiler.ask(text=kernel.source, **asked)
    for digit in "123":  # as long as it was, and mostly in the same second
        other = compiler.ask(text=kernel.source.replace("constexpr(0.5)", f"constexpr({digit}.5)"), **asked)
        assert f"dense<{digit}.500000e+00>" in other["ttgir"]
    assert measure_answer(answer, kernel) == measure_answer(again, kernel) == measure_answer(source, kernel)
    assert kernel.launch is not None and kernel.launch.grid == (4, 1, 1) and measure_answer(answer, kernel).launch_cycles
    assert ask(compiler, kernel, until="parse") == {"said": ""}


SCRIPT = """
import triton
import triton.language as tl
from triton.language import exp as power
from egraph_opt.triton.capture.fake_driver import FakeTensor

FACTOR = tl.constexpr(0.5)

@triton.jit
def scaled(x, TYPE: tl.constexpr):
    return (power(x) * FACTOR).to(TYPE)

@triton.jit
def turn(out_ptr, in_ptr, BLOCK: tl.constexpr, TYPE: tl.constexpr):
    at = tl.arange(0, BLOCK)
    x = tl.load(in_ptr + at[:, None] * BLOCK + at[None, :])
    tl.store(out_ptr + at[:, None] * BLOCK + at[None, :], scaled(x.T / tl.sum(x, axis=0)[:, None], TYPE))

x = FakeTensor("float32", (64, 64))
turn[(4,)](x, x, BLOCK=64, TYPE=tl.float32)
"""


NORM = """
import triton
import triton.language as tl
from egraph_opt.triton.capture.fake_driver import FakeTensor
from tests.support.jit_kernels import layer_norm

layer_norm[(264,)](*(FakeTensor("float32", shape) for shape in ((264, 512), (264, 512), (512,), (264,))), 512, ROWS=1, BLOCK=512)
"""
"""It writes the mean of a row before it reads the scales of columns: its second version reads them before."""


def test_ours_is_what_the_captured_launch_takes(compiler: ProcessCompiler, tmp_path: Path) -> None:
    from egraph_opt.triton.capture.script_capture import capture

    script = tmp_path / "script.py"
    script.write_text(NORM)
    kernel = kernel_of(*capture(script, tmp_path / "out").folders)

    def said(memories: dict[str, int] | None, versions: bool = True) -> str:
        """Return what is said of the kernel if its arrays lie in these memories, or if no launch is known."""
        (launch,) = kernel.record["launches"]
        arguments = {**launch["arguments"]}
        for name, memory in (memories or {}).items():
            arguments[name] = {**arguments[name], "memory": memory, "offset": 0}
        launches = [] if memories is None else [{**launch, "arguments": arguments}]
        known = replace(kernel, record={**kernel.record, "launches": launches})
        return ours(compiler, known, theirs, Settings(versions=versions)).reason

    theirs = ask(compiler, kernel)
    apart = {"out_ptr": 0, "in_ptr": 1, "scale_ptr": 2, "mean_ptr": 3}
    assert said(apart) == SECOND_VERSION_REASON
    assert said({**apart, "scale_ptr": 3}) != SECOND_VERSION_REASON, "the scales lie where means are written"
    assert said({}) != SECOND_VERSION_REASON, "nobody knows where the arrays lie"
    assert said(None) != SECOND_VERSION_REASON and said(apart, versions=False) != SECOND_VERSION_REASON


def test_without_a_model_of_machine_code_only_counts_are_compared(compiler: ProcessCompiler) -> None:
    kernel = replace(kernel_of(SMALL), target="hip:gfx942")
    found = Replay({"one": compiler, "other": compiler}).run(kernel)
    numbers = found.sides["other"].numbers
    assert found.verdict() == "unmodelled" and found.alike == [["one", "other"]]
    assert numbers is not None and numbers.registers and numbers.barriers and numbers.shared_bytes and numbers.cycles is None


def test_a_compiler_that_dies_or_hangs_costs_one_kernel(compiler: ProcessCompiler) -> None:
    kernel = kernel_of(SMALL)
    assert "error" not in ask(compiler, kernel)
    assert compiler._child.process is not None
    os.kill(compiler._child.process, signal.SIGKILL)
    assert ask(compiler, kernel)["error"] == "the compiler died: SIGKILL"
    compiler._seconds = 1e-6
    assert ask(compiler, kernel)["error"] == "the compiler gave no answer in 1e-06 s"
    compiler._seconds = 60.0
    answer = ask(compiler, kernel)
    assert measure_answer(answer, kernel).registers > 0
    with pytest.raises(MissingMeasurement, match="does not say"):
        measure_answer(answer | {"said": ""}, kernel)


def test_an_error_is_told_without_its_class_but_where_the_kernel_s_own_code_raised_it(compiler: ProcessCompiler) -> None:
    kernel = kernel_of(SMALL)
    whole: dict[str, Any] = {"kind": kernel.kind, "text": kernel.text, "target": kernel.target, "options": dict(kernel.options)}
    source: dict[str, Any] = {"name": "k", "signature": {}, "constants": [], "attributes": [], "options": {}, "target": "cuda:90"}
    assert compiler.ask(kind="source", text="1 / 0", **source)["error"] == "ZeroDivisionError: division by zero"
    for request in ({"target": "cuda:ninety"}, {"target": "moon:1"}, {"options": {"num_warps": "few"}}, {"options": 7}):
        said = compiler.ask(**whole | request)["error"]
        assert said.strip() and not re.search(r"[A-Z]\w*(Error|Exception)", said), said


def test_a_compiler_leaves_no_temporary_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    compiler = ProcessCompiler(sys.executable, 60.0, 8 * GIB)
    assert "error" not in ask(compiler, kernel_of(SMALL)) and list(tmp_path.iterdir())
    compiler.close()
    assert not list(tmp_path.iterdir())


def test_passes_part_where_layouts_do_for_good(compiler: ProcessCompiler) -> None:
    answer = ask(compiler, kernel_of(CONVERTS), passes=True, until="ttgir")
    first = states(answer["said"], answer["ttgir"])
    assert len(first) > 30 and first[0].before == "convert-triton-to-tritongpu" and "loc(" not in first[5].text
    same = bisect_passes(("a", "b"), first, first)
    assert same.passes == () and same.differences == ("the end of the stage has the same layouts",)
    place = next(n for n, state in enumerate(first) if state.before == "tritongpu-coalesce") + 1
    other = [
        *first[:place],
        *(state._replace(text=state.text.replace("order = [1, 0]", "order = [0, 1]")) for state in first[place:]),
    ]
    found = bisect_passes(("a", "b"), first, other)
    assert found.passes == ("tritongpu-coalesce",) and any("tt.load" in each for each in found.differences)
    extra = [*other[:place], other[place]._replace(before="new-pass"), *other[place:]]
    assert bisect_passes(("a", "b"), first, extra).passes == ("tritongpu-coalesce", "new-pass (only in b)")


def test_kernels_come_once_and_what_is_none_is_told(tmp_path: Path, broken: Path) -> None:
    record = tmp_path / "bad" / "kernel.json"
    record.parent.mkdir()
    record.write_text("{")
    (record.parent / "input.ttir").write_text("")
    (tmp_path / "text.txt").write_text("")
    found = list(kernels([SMALL, SMALL, tmp_path / "text.txt", record.parent, tmp_path / "none", tmp_path / "bad" / ".."]))
    assert [str(each).rpartition("error: ")[2] for each in found[1:]] == [
        "a kernel is a folder, or a file that ends in .ttir or .ttgir",
        "it is no record of a kernel: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)",
        "No such file or directory",
        "it is no record of a kernel: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)",
    ]
    assert isinstance(found[0], CorpusKernel) and found[0].options == {"num_warps": 4} and found[0].target == "cuda:90"


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ("nothing", "there is no such interpreter: give NAME==VERSION, or the path of a Python"),
        ("triton==3.9; rm", "a version is given as NAME==VERSION, as triton==3.9.0"),
    ],
)
def test_what_is_no_environment_is_told(wanted: str, message: str) -> None:
    with pytest.raises(CannotReplay, match=message):
        python_of(wanted, lambda said: None)


def test_an_interpreter_that_is_none_ends_the_run(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["replay", str(SMALL), "--with", "/bin/true", "--with", "/bin/true"])
    assert done.exit_code == 1 and done.stderr == "error: /bin/true: it does not start: exit status 0\n"
    assert CliRunner().invoke(main, ["replay", str(SMALL), "--with", sys.executable]).exit_code == 2


@pytest.mark.slow
def test_a_version_that_pip_does_not_know(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    said: list[str] = []
    with pytest.raises(CannotReplay, match=r"triton==0\.0\.99: pip cannot install it: No matching distribution found"):
        python_of("triton==0.0.99", said.append)
    assert len(said) == 1 and list((tmp_path / "egraph-opt" / "environments").iterdir()) == [], "nothing is left behind"


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("echo 'ImportError: nothing to import' >&2; exit 1", "nothing to import"),
        ("exit 3", "exit status 3"),
        ("kill -6 $$", "SIGABRT"),
    ],
)
def test_a_compiler_that_does_not_start_says_why(script: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\n{script}\n")
    python.chmod(0o755)
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    with pytest.raises(CannotReplay, match=f"it does not start: {why}$"):
        ProcessCompiler(str(python), 60.0, 8 * GIB)
    assert not list((tmp_path / "temporary").iterdir())

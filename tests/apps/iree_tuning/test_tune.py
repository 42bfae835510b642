"""The choice by time: what is searched and when a choice stands, with given times; and that the bench runs real programs."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from egraph_opt import iree_compile, optimize
from egraph_opt.apps.iree_tuning.benchmark_inputs import entries, parameters
from egraph_opt.apps.iree_tuning.benchmark_timing import Bench, Timing, agree
from egraph_opt.apps.iree_tuning.compiler_calls import better_call, split
from egraph_opt.apps.iree_tuning.compiler_flags import SETS, variants
from egraph_opt.apps.iree_tuning.flag_search import tune
from egraph_opt.apps.iree_tuning.pinned_dispatches import groups
from egraph_opt.apps.iree_tuning.region_inlining import REGION
from egraph_opt.apps.iree_tuning.split_constants import read_source
from egraph_opt.command.cli import main
from egraph_opt.errors import Unsupported
from egraph_opt.ir.module import InputError, Module
from egraph_opt.iree.compiler import IreeBackend
from egraph_opt.iree.program import read_any
from egraph_opt.iree.tool_process import IreeError, available
from tests.support.kernels import ROOT

BLOCKS = ROOT / "benchmarks/corpus/blocks"
TINY = """func.func @f(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %d = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %d : tensor<8x8xf32>
}
"""
FLAGS = ["--iree-hal-target-device=local", "--iree-hal-local-target-device-backends=llvm-cpu"]
FAST = "--iree-opt-level=O2"

pytestmark = pytest.mark.skipif(not available(), reason="needs IREE")


@dataclass
class Given:
    """A bench on which a program takes as long as its text and flags say: `base`, less what each held computation saves."""

    module: Module
    text: str
    saves: float = 0.0
    flag: float = 0.0
    noise: float = 0.0
    wrong: bool = False
    assumed: int = 1024
    compiled: dict[str, float] = field(default_factory=dict)

    def compile(self, text: str, target: IreeBackend) -> str:
        count = text.count(REGION)
        name = f"{count} {target.flags}"
        self.compiled[name] = 100.0 - self.saves * count - self.flag * (FAST in target.flags)
        return name

    def alternate(self, files: list[str], rounds: int) -> dict[str, Timing]:
        return {f: Timing(tuple(self.compiled[f] * (1.0 + self.noise * (n % 2)) for n in range(rounds))) for f in files}

    def results(self, file: str) -> list[np.ndarray]:
        return [np.full(3, 2.0 if self.wrong and not file.startswith("0") else 1.0)]


@pytest.fixture(scope="module")
def block() -> tuple[Module, str]:
    text = (BLOCKS / "towers.mlir").read_text()
    return read_any(text, "towers"), text


def chosen(
    block: tuple[Module, str], seconds: float = 1e9, choose_flags: bool = True, **more: float
) -> tuple[int, float, str, tuple[str, ...]]:
    found = tune(Given(*block, **more), [], IreeBackend(), seconds, choose_flags)  # type: ignore[arg-type]
    return len(found.form.chosen), found.gain, found.remark, found.target.flags


def test_what_is_faster_is_chosen(block: tuple[Module, str]) -> None:
    every = len(groups(block[0]))
    assert every == 4
    assert chosen(block, saves=5.0) == (every, 100 / 80, "", ())
    assert chosen(block, saves=5.0, flag=10.0) == (every, 90 / 70, "", (FAST,))


def test_what_is_not_faster_is_left(block: tuple[Module, str]) -> None:
    assert chosen(block) == (0, 1.0, "", ())
    assert chosen(block, saves=-5.0)[0] == 0
    assert chosen(block, saves=5.0, noise=0.5) == (0, 1.0, "", ())  # less than equal programs differ by
    assert chosen(block, saves=5.0, seconds=-1.0)[0] == 0


def test_what_makes_no_difference_is_not_held(block: tuple[Module, str]) -> None:
    """Four groups together gain 1.6 %, two of them half of it."""
    found = tune(Given(*block, saves=0.4), [], IreeBackend(), 1e9)  # type: ignore[arg-type]
    assert not found.form.chosen and found.missed == "at most 1.008x, and 1.010x is needed"


def test_more_dispatches_must_gain_more() -> None:
    text = (BLOCKS / "swin.mlir").read_text()
    given = Given(read_any(text, "swin"), text, saves=0.22)
    found = tune(given, [], IreeBackend(), 1e9, choose_flags=False)  # type: ignore[arg-type]
    assert not found.form.chosen and found.missed == "at most 1.016x, and 1.020x is needed"


def test_flags_alone(block: tuple[Module, str]) -> None:
    assert chosen(block, flag=10.0, saves=-5.0) == (0, 1.0, "", (FAST,))
    assert chosen(block, flag=10.0, saves=5.0, choose_flags=False) == (4, 100 / 80, "", ())


@pytest.mark.parametrize(("flag", "noise"), [(0.0, 0.0), (0.5, 0.0), (3.0, 0.05), (3.0, 0.2), (-3.0, 0.05), (20.0, 0.5)])
@pytest.mark.parametrize("saves", [-5.0, 0.0, 0.1, 2.0])
def test_ours_is_never_slower_than_the_best_flags(block: tuple[Module, str], flag: float, noise: float, saves: float) -> None:
    """Where nothing is faster than they are by more than the noise, ours is the program with them."""
    found = tune(Given(*block, flag=flag, noise=noise, saves=saves), [], IreeBackend(), 1e9)  # type: ignore[arg-type]
    assert found.gain >= 1.0 and found.flags.fastest <= found.asked.fastest
    assert found.gain == 1.0 or found.gain >= 1.0 + max(0.01, noise)
    if found.gain == 1.0:
        assert found.ours == found.flags and found.target.flags == found.best_flags.flags and not found.form.chosen


def test_what_computes_something_else_is_not_chosen(block: tuple[Module, str]) -> None:
    assert chosen(block, saves=5.0, wrong=True) == (0, 1.0, "the choice computes something else", ())


def test_flags_that_change_nothing_are_not_tried() -> None:
    """Convolutions as products come first where there is a convolution, and else not at all."""
    towers, inception = ((BLOCKS / f"{name}.mlir").read_text() for name in ("towers", "inception"))
    tried = [[target.flags for target in variants(IreeBackend(), text)] for text in (towers, inception)]
    assert tried[1] == list(SETS) and tried[1][0] == ("--iree-global-opt-use-im2col-for-convs",)
    assert tried[0] == [flags for flags in SETS if not any("im2col" in flag or "padding" in flag for flag in flags)]
    assert ("--iree-opt-level=O3",) not in [
        target.flags for target in variants(IreeBackend(flags=("--iree-opt-level=O1",)), towers)
    ]


def test_results_agree() -> None:
    a = np.linspace(-1, 1, 7, dtype=np.float32)
    nan = np.array([np.nan, 1.0], np.float32)
    assert agree([a], [a * (1 + 1e-5)]) and agree([nan], [nan]) and agree([a.astype(np.int32)], [a.astype(np.int32)])
    for other in (a + 0.01, a[:-1], a.astype(np.float64), np.where(a == 0, np.nan, a).astype(np.float32)):
        assert not agree([a], [other])
    assert not agree([a], []) and not agree([nan], [nan[::-1]]) and not agree([np.array([1])], [np.array([2])])


def test_what_a_program_takes() -> None:
    text = (BLOCKS / "towers.mlir").read_text()
    (entry,) = entries(read_any(text, "towers"))
    assert (entry.name, entry.types) == ("main", ("tensor<64x64xf32>", "tensor<64x128xf32>", "tensor<64x32xf32>"))
    assert parameters(text)["model"]["o.weight"] == "tensor<64x384xf32>" and len(parameters(text)["model"]) == 8


def test_a_real_program_on_the_bench(block: tuple[Module, str], tmp_path: Path) -> None:
    bench = Bench(*block, tmp_path, 1024)
    file = bench.compile(block[1], IreeBackend())
    assert bench.compile(block[1] + "// again\n", IreeBackend()) == file != ""  # equal code is one program
    assert bench.compile("module {", IreeBackend()) == ""
    assert set(bench.alternate([file, file], 2)) == {file}
    (out,) = bench.results(file)
    assert out.shape == (64, 64) and np.isfinite(out).all() and out.std() > 0
    assert agree(bench.results(file), [out])
    with pytest.raises(IreeError):
        bench.time("nothing")
    with pytest.raises(Unsupported, match="no public function"):
        Bench(read_any("module {}", ""), "module {}", tmp_path, 1)


def test_measured_results_leave_only_if_faster() -> None:
    """With no time to search, nothing is found, and the function says so."""
    result = optimize(TINY, rules="region", measure=True, measure_seconds=0.0)
    assert result.ir == TINY and any("left unchanged: nothing that was tried is faster" in remark for remark in result.remarks)


CALLS = {
    "another phase": (["--compile-to=flow", "{}"], "--compile-to"),
    "another processor": (["--iree-hal-target-backends=vulkan-spirv", "{}"], "not compiled for this processor"),
    "no file": (["--iree-hal-target-backends=llvm-cpu", "-"], "no file is named"),
    "a missing file": (["{}.missing"], "there is no file"),
    "no device": (["{}"], "no flag names the device"),
    "no program": (["--iree-hal-target-device=local", __file__], "the program cannot be read"),
}


@pytest.mark.parametrize("name", CALLS)
def test_calls_that_stay_as_they_are(name: str) -> None:
    arguments, why = CALLS[name]
    filled = [argument.format(BLOCKS / "towers.mlir") for argument in arguments]
    with better_call(filled) as call:
        assert call.arguments == tuple(filled) and why in call.remark


def test_arguments_of_a_call() -> None:
    path, flags = split(["-o", "x.vmfb", __file__, "-iree-opt-level=O2", "--iree-hal-target-device=local"])
    assert (path, flags) == (Path(__file__), ("--iree-opt-level=O2", "--iree-hal-target-device=local"))


def test_iree_compile_as_a_command_and_in_python(tmp_path: Path) -> None:
    given, bad, out = tmp_path / "a.mlir", tmp_path / "bad.mlir", tmp_path / "x.vmfb"
    given.write_text(TINY)
    bad.write_text("module {")
    done = CliRunner().invoke(main, ["iree-compile", "--egraph-seconds", "0", *FLAGS, str(given), "-o", str(out)])
    assert done.exit_code == 0 and "left unchanged" in done.stderr
    made = iree_compile(TINY, FLAGS, output=tmp_path / "y.vmfb", seconds=0.0)
    assert made == (tmp_path / "y.vmfb").read_bytes() and made[:2] == out.read_bytes()[:2] == b"PK"
    done = CliRunner().invoke(main, ["iree-compile", *FLAGS, str(bad), "-o", str(out)])
    assert done.exit_code == 1 and "left unchanged" in done.stderr
    with pytest.raises(IreeError):
        iree_compile("module {", FLAGS)
    with pytest.raises(InputError, match="is the name of a file, not a program"):
        iree_compile(str(given), FLAGS)


def test_contents_of_constants_are_copied_not_read(tmp_path: Path) -> None:
    program, contents = (
        "module {\n}\n",
        b'\n{-#\n dialect_resources: {builtin: {w: "0x04000000' + b"00" * (1 << 21) + b'"}}\n#-}\n',
    )
    (tmp_path / "a.mlir").write_bytes(program.encode() + contents)
    source = read_source(tmp_path / "a.mlir")
    assert source.program == program
    source.write("module { }\n", tmp_path / "b.mlir")
    assert (tmp_path / "b.mlir").read_bytes() == b"module { }\n" + contents
    (tmp_path / "c.mlirbc").write_bytes(b"ML\xefR" + bytes(100))
    with pytest.raises(Unsupported, match="bytecode"):
        read_source(tmp_path / "c.mlirbc")

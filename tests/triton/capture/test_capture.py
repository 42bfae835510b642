"""Launches of a script are captured, and can be compiled again from the capture."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

pytest.importorskip("triton")

import egraph_opt
from egraph_opt.command.cli import main
from egraph_opt.triton.capture.fake_driver import driver, target_of
from egraph_opt.triton.capture.fake_torch import pretend
from egraph_opt.triton.capture.kernel_folder import SCHEMA_VERSION
from egraph_opt.triton.capture.script_capture import CaptureResult, capture
from tests.support.jit_kernels import TARGETS

SCRIPT = """
import sys
import triton
import triton.language as tl
from egraph_opt.triton.capture.fake_driver import FakeTensor

@triton.autotune([triton.Config({"BLOCK": 64}, num_warps=2), triton.Config({"BLOCK": 128}, num_warps=8)], key=["n"])
@triton.jit
def scale(out_ptr, in_ptr, n, factor, BLOCK: tl.constexpr, TWICE: tl.constexpr = False):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(in_ptr + at, mask=at < n)
    tl.store(out_ptr + at, x * factor * 2 if TWICE else x * factor, mask=at < n)

@triton.jit
def turn(out_ptr, in_ptr, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    x = tl.load(in_ptr + at[:, None] * BLOCK + at[None, :])
    tl.store(out_ptr + at[:, None] * BLOCK + at[None, :], x.T / tl.sum(x, axis=0)[:, None])

@triton.jit
def wrong(out_ptr):
    tl.store(out_ptr, tl.zeros((3,), tl.float32))

x, y, z = FakeTensor("float32", (1024,)), FakeTensor("float16", (1024,)), FakeTensor("float16", (64, 64))
for _ in range(3):
    scale[lambda meta: (triton.cdiv(1024, meta["BLOCK"]), 2)](x, x, 1024, 0.5)
scale[lambda meta: (triton.cdiv(2048, meta["BLOCK"]), 2)](x, x, 2048, 0.5)
scale[(5,)](y, y, 1024, 0.5, TWICE=True)
compiled = turn.warmup(z, z, BLOCK=64, grid=(1,))
compiled._init_handles()
compiled[(1, 1, 1)](z, z)
assert compiled.metadata.num_warps == 4 and compiled.n_regs > 0
assert "tt.trans" in compiled.asm["ttir"]
if "fail" in sys.argv:
    wrong[(1,)](x)
    raise RuntimeError("no results")
assert sys.argv[1:] == [] and __name__ == "__main__"
"""


def run(folder: Path, target: str, *arguments: str, **named: bool) -> CaptureResult:
    script = folder / "script.py"
    script.write_text(SCRIPT)
    return capture(script, folder / "out", target, arguments, **named)


@pytest.mark.parametrize("target", TARGETS)
def test_each_kernel_once_with_its_programs_and_launches(tmp_path: Path, target: str) -> None:
    captured = run(tmp_path, target)
    assert captured.failures == () and captured.script_error == ""
    assert [folder.name for folder in captured.folders] == ["scale", "scale__2", "turn"]
    first, second, turn = (json.loads((folder / "kernel.json").read_text()) for folder in captured.folders)
    tensor = {"tensor": "float32", "shape": [1024], "stride": [1]}
    arguments = {"out_ptr": tensor, "in_ptr": tensor, "n": 1024, "factor": 0.5, "BLOCK": 64, "TWICE": False}
    assert first["schema_version"] == SCHEMA_VERSION and first["target"] == target and first["file"] == "script.py"
    assert first["launches"][0] == {"grid": [16, 2], "arguments": arguments}
    assert [launch["grid"] for launch in first["launches"]] == [[16, 2], [32, 2]], "the same launch once"
    assert first["signature"]["out_ptr"] == "*fp32" and first["options"]["num_warps"] == 2
    assert second["signature"]["out_ptr"] == "*fp16" and second["launches"][0]["grid"] == [5]
    assert dict((tuple(path), value) for path, value in second["constants"])[(5,)] is True
    assert turn["launches"][0]["grid"] is None, "a warm-up has none"
    for folder in captured.folders:
        names = {path.name for path in folder.iterdir()}
        runs = sum(1 for name in names if re.fullmatch(r"rlc\d.before.ttgir", name))
        assert runs >= 3 and names == {
            "input.ttir", "final.ttgir", "kernel.json", "source.py",
            *(f"rlc{i + 1}.{side}.ttgir" for i in range(runs) for side in ("before", "after")),
        }  # fmt: skip
        for path in folder.glob("*.tt*ir"):
            assert egraph_opt.write(egraph_opt.read(path.read_text())) == path.read_text()
            assert "loc(" not in path.read_text()
        assert target in (folder / "final.ttgir").read_text()
    before, after = ((captured.folders[2] / f"rlc1.{side}.ttgir").read_text() for side in ("before", "after"))
    assert before.count("ttg.convert_layout") > after.count("ttg.convert_layout")


def test_all_configurations_that_a_tuner_would_try(tmp_path: Path) -> None:
    captured = run(tmp_path, "cuda:90", every_configuration=True)
    options = [json.loads((folder / "kernel.json").read_text())["options"]["num_warps"] for folder in captured.folders]
    assert options == [2, 8, 2, 8, 4]


def test_what_a_tuner_keeps_on_disk_is_neither_read_nor_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("TRITON_CACHE_AUTOTUNING", "1")
    for name in ("first", "second"):
        folder = tmp_path / name
        folder.mkdir()
        captured = run(folder, "cuda:90", every_configuration=True)
        assert [folder.name for folder in captured.folders].count("scale") == 1 and len(captured.folders) == 5
    assert not list((tmp_path / "cache").rglob("*.autotune.json"))


def test_a_script_that_fails_leaves_what_it_launched_before(tmp_path: Path) -> None:
    captured = run(tmp_path, "cuda:90", "fail")
    assert captured.script_error == "RuntimeError: no results"
    assert len(captured.folders) == 3
    ((name, reason),) = captured.failures
    assert name == "wrong" and "CompilationError" in reason


def test_a_second_capture_goes_beside_the_first_and_triton_is_left_as_it_was(tmp_path: Path) -> None:
    from triton.runtime import driver
    from triton.runtime.jit import JITFunction

    before = JITFunction.run, JITFunction._do_compile, driver._active
    run(tmp_path, "cuda:90")
    assert [folder.name for folder in run(tmp_path, "cuda:90").folders] == ["scale__3", "scale__4", "turn__2"]
    assert before == (JITFunction.run, JITFunction._do_compile, driver._active)


def test_kernels_of_a_library_are_captured_anew_for_another_target(tmp_path: Path) -> None:
    """They outlive the script, and with them what they remember of devices and of tuning."""
    library, found = tmp_path / "a_library_of_kernels.py", {}
    library.write_text(SCRIPT.split("x, y, z =")[0])
    script = tmp_path / "script.py"
    use = "scale[lambda meta: (meta['BLOCK'],)](*[FakeTensor('float32', (64,))] * 2, 64, 0.5)"
    script.write_text(f"from a_library_of_kernels import *\n{use}\n")
    try:
        for target in TARGETS:
            captured = capture(script, tmp_path / target, target, every_configuration=True)
            records = [json.loads((folder / "kernel.json").read_text()) for folder in captured.folders]
            found[target] = [(r["options"]["num_warps"], r["options"]["arch"]) for r in records]
        tuner = sys.modules["a_library_of_kernels"].scale
        assert tuner.cache == {}, "choices that nobody measured are forgotten"
    finally:
        sys.modules.pop("a_library_of_kernels", None)
    assert found == {"cuda:90": [(2, "sm90"), (8, "sm90")], "hip:gfx942": [(2, "gfx942"), (8, "gfx942")]}


@pytest.mark.parametrize("target", ["cuda", "cuda:x", "hip:90", "tpu:1", ""])
def test_an_unknown_target_is_refused(tmp_path: Path, target: str) -> None:
    with pytest.raises(ValueError, match="no target"):
        run(tmp_path, target)


@pytest.mark.parametrize(
    ("more", "code", "said"), [((), 0, "3 kernels written"), (("--", "fail"), 1, "error: RuntimeError: no results")]
)
def test_on_the_command_line(tmp_path: Path, more: tuple[str, ...], code: int, said: str) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    command = ["capture", str(script), "-o", str(tmp_path / "out"), "--target", "hip:gfx942", *more]
    result = CliRunner().invoke(main, command)
    assert result.exit_code == code and said in result.stderr and result.stdout == ""
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["scale", "scale__2", "turn"]


@pytest.mark.parametrize("target", TARGETS)
def test_kernels_that_a_script_compiles_itself_are_captured_for_the_target_that_was_asked_for(
    tmp_path: Path, target: str
) -> None:
    """PyTorch's Inductor does so, for the device that it believes to be there."""
    script = tmp_path / "script.py"
    script.write_text(
        SCRIPT.split("x, y, z =")[0]
        + """
from triton.backends.compiler import GPUTarget
source = triton.compiler.ASTSource(turn, {"out_ptr": "*fp16", "in_ptr": "*fp16", "BLOCK": "constexpr"}, {"BLOCK": 64})
compiled = triton.compile(source, target=GPUTarget("cpu", "x86", 1), options={"num_warps": 8})
assert compiled.metadata.num_warps == 8 and compiled.src.fn is turn
assert '"ttg.num-warps" = 8' in compiled.asm["ttgir"]
"""
    )
    captured = capture(script, tmp_path / "out", target)
    assert captured.script_error == "" and not captured.failures
    record = json.loads((captured.folders[0] / "kernel.json").read_text())
    assert (record["name"], record["options"]["num_warps"], record["launches"]) == ("turn", 8, [])
    assert f'ttg.target = "{target}"' in (captured.folders[0] / "final.ttgir").read_text()


def test_what_a_library_compiles_with_dynamo_runs() -> None:
    """Dynamo asks the driver for streams and random numbers where it is told of a GPU, and there is no driver."""
    torch = pytest.importorskip("torch")
    with pretend(target_of("cuda:90")):
        assert torch.cuda.is_available()
        assert torch.compile(lambda x: x + 1, backend="eager")(torch.ones(2, device="cuda")).tolist() == [2.0, 2.0]


def test_tensors_are_on_a_device_with_a_number() -> None:
    """By which flash-linear-attention looks up how much shared memory its blocks may take."""
    torch = pytest.importorskip("torch")
    with pretend(target_of("cuda:90")), driver(target_of("cuda:90")):
        x = torch.ones(2, device="cuda")
        assert (x.device.type, x.device.index) == ("cuda", 0)
        assert torch.empty_like(x, device=x.device).is_cuda and (x + torch.ones(2, device=x.device)).sum() == 4
    assert x.device.type == "cpu"


def test_tensors_are_made_on_that_device_in_a_backward_pass_too() -> None:
    torch = pytest.importorskip("torch")

    class Twice(torch.autograd.Function):  # type: ignore[misc]  # its base is known at run time only
        @staticmethod
        def forward(context: Any, x: Any) -> Any:
            return x + x

        @staticmethod
        def backward(context: Any, gradient: Any) -> Any:
            return gradient + torch.ones(2, device=gradient.device)

    with pretend(target_of("cuda:90")):
        x = torch.ones(2, device="cuda").requires_grad_()
        Twice.apply(x).sum().backward()
        assert x.grad.tolist() == [2.0, 2.0]
        assert torch.autograd.grad(Twice.apply(x).sum(), x)[0].tolist() == [2.0, 2.0]


def test_libraries_hear_that_there_is_triton_and_inductor_does_not(tmp_path: Path) -> None:
    """Inductor would compile a copy of the kernel that a compiled function launches, without its launch."""
    asked = pytest.importorskip("torch.utils._triton")
    before = asked.has_triton
    script = tmp_path / "script.py"
    script.write_text(
        """
import torch
import triton
import triton.language as tl
from torch.utils._triton import has_triton

@triton.jit
def fill(out_ptr, BLOCK: tl.constexpr):
    tl.store(out_ptr + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK), 1.0)

def filled(x):
    fill[(4,)](x, BLOCK=128)
    return x

assert has_triton()
torch.compile(filled)(torch.empty(512, device="cuda"))
assert has_triton()
"""
    )
    captured = capture(script, tmp_path / "out")
    assert captured.script_error == "" and [folder.name for folder in captured.folders] == ["fill"]
    record = json.loads((captured.folders[0] / "kernel.json").read_text())
    assert record["file"] == "script.py" and [launch["grid"] for launch in record["launches"]] == [[4]]
    assert asked.has_triton is before

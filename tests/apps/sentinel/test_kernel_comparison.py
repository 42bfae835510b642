"""Captured kernels whose programs are compared: launches made again in memory, on a GPU that is not there, and as a command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("triton")

from egraph_opt.apps.fleet.records.results import read as read_results
from egraph_opt.apps.replay.kernel_corpus import kernel_of
from egraph_opt.apps.sentinel import kernel_comparison
from egraph_opt.apps.sentinel.comparison.launch_arguments import CannotLaunch, ProgramParameter, launch_arguments, memories
from egraph_opt.triton.capture.fake_driver import driver, target_of
from tests.support import jit_kernels
from tests.support.interpreted import Array, Gpu
from tests.support.jit_kernels import warm_up
from tests.support.kernels import ROOT

own_cache, in_this_process = jit_kernels.own_cache, jit_kernels.in_this_process


def tensor(type: str, shape: list[int], stride: list[int], memory: int, offset: int = 0, **more: Any) -> dict[str, Any]:
    return {"tensor": type, "shape": shape, "stride": stride, "memory": memory, "offset": offset, **more}


ROWS = [4, 256]
ARGUMENTS = {
    "out_ptr": tensor("float32", ROWS, [256, 1], 0), "in_ptr": tensor("float32", ROWS, [256, 1], 1),
    "scale_ptr": tensor("float32", [256], [1], 2), "mean_ptr": tensor("float32", [4], [1], 2, 256), "stride": 256, "ROWS": 2, "BLOCK": 256,
}  # fmt: skip


def capture(folder: Path, target: str = "cuda:90", **more: Any) -> Path:
    """Write a kernel as `egraph-opt capture` does."""
    with driver(target_of("cuda:90")):
        kernel = warm_up("layer_norm")
    kinds = {name: kernel.src.signature.get(name, "constexpr") for name in ARGUMENTS}
    folder.mkdir()
    (folder / "input.ttir").write_text(kernel.asm["ttir"])
    record = {"name": "layer_norm", "target": target, "signature": kinds, "options": {"num_warps": 4, "num_stages": 3}}
    (folder / "kernel.json").write_text(json.dumps({**record, "launches": [{"grid": [2], "arguments": ARGUMENTS}], **more}))
    return folder


def on_host(passed: list[ProgramParameter]) -> list[Any]:
    """In the place of PyTorch's tensors on a GPU."""
    there = memories(passed)
    return [
        Array(there[each.value["memory"]], each.value["tensor"], each.value["offset"] * 4)
        if isinstance(each.value, dict)
        else each.value
        for each in passed
    ]


def looked_at(folder: Path, monkeypatch: pytest.MonkeyPatch, damage: Any = str) -> Any:
    gpu = Gpu(monkeypatch, damage)
    monkeypatch.setattr(kernel_comparison, "on_device", on_host)
    with driver(target_of("cuda:90")):
        found = kernel_comparison.look(kernel_of(folder), folder / "found")
    return found, gpu


def test_a_captured_launch_is_made_again_and_its_programs_leave_the_same_bits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, gpu = looked_at(capture(tmp_path / "kernel"), monkeypatch)
    assert found.found == "same" and found.programs[:2] == ("triton", "ours"), found
    assert len(gpu.launched) >= 3  # Triton's twice


def test_a_planted_miscompilation_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def damage(text: str) -> str:
        return text.replace("math.sqrt", "math.exp2") if text.count("ttg.convert_layout") < 2 else text

    with pytest.warns(RuntimeWarning, match="compiled wrongly"):
        found, _ = looked_at(capture(tmp_path / "kernel"), monkeypatch, damage)
    assert (found.found, found.other) == ("different", "ours") and "Triton's program" in found.agrees
    assert (Path(found.folder) / "reproduce.py").exists()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"launches": []}, "no launch"),
        ({"target": "cuda:80"}, "captured for cuda:80"),
        ({"signature": {"x": "*fp32"}}, "parameter x"),
    ],
)
def test_what_cannot_be_compared_says_why(
    more: dict[str, Any], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, gpu = looked_at(capture(tmp_path / "kernel", **more), monkeypatch)
    assert found.found == "skipped" and said in found.reason and not gpu.launched


def test_contents_are_what_was_written_down() -> None:
    values = [5, -1, 7, 0, 2, 9]
    passed = launch_arguments(
        {"a": "*i32", "b": "*i64", "c": "*fp8e4nv", "d": "*bf16", "n": "i32", "B": "constexpr"},
        {
            "a": tensor("int32", [2, 3], [4, 1], 0, 1, values=values), "b": tensor("int64", [9], [1], 1, range=[3, 5]),
            "c": tensor("float8_e4m3fn", [100], [1], 2), "d": tensor("bfloat16", [7, 9], [16, 1], 3), "n": 3, "B": 8,
        },
    )  # fmt: skip
    found = memories(passed)
    whole = found[0].view(np.int32)[1:]
    assert [int(whole[4 * i + j]) for i in range(2) for j in range(3)] == values
    assert set(found[1].view(np.int64)[:9]) <= {3, 4, 5}
    assert ((found[2] & 0x7F) < 0x40).all() and len(set(found[2])) > 20
    assert len(found[3]) >= 2 * (6 * 16 + 9) and len(found[3]) % 16 == 0
    assert all(np.array_equal(found[n], memories(passed)[n]) for n in found), "the same each time"


def test_indices_of_64_bits_and_elements_that_are_seen_several_times() -> None:
    most = (1 << 64) - 1
    passed = launch_arguments(
        {"a": "*u64", "b": "*i1"},
        {
            "a": tensor("uint64", [2], [1], 0, values=[most, 1]),
            "b": tensor("bool", [3, 2], [0, 1], 1, values=[True, False] * 3),
        },
    )
    found = memories(passed)
    assert found[0].view(np.uint64)[:2].tolist() == [most, 1] and found[1][:2].tolist() == [1, 0]


@pytest.mark.parametrize("value", [None, [1, 2], {"tensor": "float32"}, {"descriptor": {}}])
def test_what_has_no_plain_value_is_refused(value: Any) -> None:
    with pytest.raises(CannotLaunch, match="parameter x"):
        launch_arguments({"x": "*fp32"}, {"x": value})


def command(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-m", "egraph_opt", "sentinel", *map(str, arguments)], capture_output=True, text=True, env=environment
    )


def test_without_a_gpu_each_kernel_has_a_record_that_says_so(tmp_path: Path) -> None:
    folder, file = capture(tmp_path / "kernel"), tmp_path / "found.jsonl"
    done = command("--records", file, folder)
    assert done.returncode == 1 and "no kernel that can be compared" in done.stderr and "Traceback" not in done.stderr
    (record,) = read_results(file)[1]
    assert (record["verdict"], record["function"]) == ("undecided", "layer_norm") and record["reason"]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("empty",), 1, "no kernel"), (("--records", "a", "script.py"), 2, "only for captured kernels"),
        (("empty", "missing"), 1, "missing: error: No such file"), (("--records", "a", "--resume", "b", "empty"), 2, "name one"),
    ],
)  # fmt: skip
def test_bad_input_has_one_message(
    arguments: tuple[str, ...], code: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "script.py").write_text("")
    done = command(*arguments)
    assert done.returncode == code and said in done.stderr and "Traceback" not in done.stderr, done.stderr

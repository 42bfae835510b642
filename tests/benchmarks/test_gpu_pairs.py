"""Pairs for a GPU: what is prepared without one, contents made of it, comparison of results, and the report; on the CPU."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.gpu.pairs import report, run, store
from benchmarks.gpu.pairs.arguments import Unlaunchable, launch_of
from benchmarks.gpu.pairs.build import needed
from benchmarks.gpu.pairs.results import Results
from tests.support.kernels import ROOT


def tensor(dtype: str, shape: list[int], memory: int, **more: Any) -> dict[str, Any]:
    stride = [1]
    for extent in reversed(shape[1:]):
        stride.insert(0, stride[0] * extent)
    return {"tensor": dtype, "shape": shape, "stride": stride, "memory": memory, "offset": 0, **more}


def parameter(name: str, kind: str, value: Any) -> dict[str, Any]:
    return {"name": name, "kind": kind, "value": value}


def test_a_launch_passes_what_is_no_constant_and_refuses_what_cannot_be_made_again() -> None:
    x = tensor("float32", [4], 0)
    signature = {"x": "*fp32", "BLOCK": "constexpr", "n": "i32", "scale": "fp32"}
    passed = launch_of(signature, {"x": x, "BLOCK": 64, "n": 4, "scale": 0.5})
    assert passed == [parameter("x", "*fp32", x), parameter("n", "i32", 4), parameter("scale", "fp32", 0.5)]
    for kind, value in (("tensordesc<fp32[16, 16]>", x), (("i32", "i32"), [1, 2]), ("*fp32", None), ("i32", None), ("i32", x)):
        with pytest.raises(Unlaunchable, match="parameter a"):
            launch_of({"a": kind}, {"a": value})


def test_programs_come_back_and_are_kept_once(tmp_path: Path) -> None:
    name = store.put(tmp_path, "module {}\n")
    assert store.put(tmp_path, "module {}\n") == name != store.put(tmp_path, "module { }\n")
    assert store.get(tmp_path, name) == "module {}\n"
    assert len(list((tmp_path / "programs").iterdir())) == 2


def case(group: str, plain: str, ours: str, loops: float = 0.0, **more: str) -> store.Case:
    cost = {"cycles": 100.0, "converts_in_loops": loops}
    programs = {"plain": plain, "ours": ours, **more}
    return {
        "group": group, "configuration": "num_warps=4", "fusion": True, "programs": programs, "grid": [1, 1, 1], "arguments": [],
        "predicted": {name: cost if text == plain else {"cycles": 80.0} for name, text in programs.items()},
    }  # fmt: skip


def test_only_programs_that_differ_are_compared_bit_for_bit() -> None:
    assert needed([case("a", "p", "p"), case("b", "q", "r")]) == [
        ("p", True),
        ("q", True),
        ("r", True),
        ("q", False),
        ("r", False),
    ]


def test_kernels_with_conversions_in_loops_come_first_and_those_that_never_change_are_left_out() -> None:
    cases = [
        case("a", "p", "p"),
        case("b", "p", "q"),
        case("c", "p", "p", 1),
        case("c", "r", "s", 1),
        case("d", "p", "p", input="i"),
    ]
    assert run.ordered(cases, "") == [[2, 3], [1], [4]]
    assert run.ordered(cases, "^[bd]$") == [[1], [4]]


def spread(value: float) -> dict[str, float]:
    return {"median": value, "low": value * 0.99, "high": value * 1.01, "count": 31}


def measured(number: int, times: dict[str, float], plain: str, different: int = 0, again: int = 0) -> dict[str, Any]:
    static = {"registers": 64, "local_bytes": 0, "shared": 1024, "occupancy": 4, "path": 900.0, "memory": 90.0, "issued": 9.0}
    check: dict[str, Any] = {"plain": {"finite": 1.0, "again": again, "elements": 9}}
    return {
        "case": number, "times": {name: spread(time) | static for name, time in times.items()},
        "ratios": {name: spread(times[plain] / time) for name, time in times.items()},
        "checks": check | {name: {"error": 0.0, "different": 0 if name == plain else different} for name in times},
    }  # fmt: skip


def test_the_report_compares_best_with_best_and_counts_what_is_wrong(tmp_path: Path) -> None:
    cases = [case("a", "p", "q", 1, input="i"), case("a", "r", "s", 1), case("b", "t", "u"), case("c", "v", "v")]
    (tmp_path / "cases.jsonl").write_text("".join(json.dumps(each) + "\n" for each in cases))
    results = tmp_path / "results"
    results.mkdir()
    cases[0]["predicted"]["input"] = {"cycles": 120.0}
    (tmp_path / "cases.jsonl").write_text("".join(json.dumps(each) + "\n" for each in cases))
    rows = [
        {"versions": {"device": "a GPU"}, "cases": store.fingerprint(tmp_path)},
        measured(0, {"p": 100.0, "q": 80.0, "i": 125.0}, "p"),
        measured(1, {"r": 90.0, "s": 100.0}, "r", different=3),
        {"group": "a", "best": [1, 0], "ratio": spread(1.12), "times": {}},
        measured(2, {"t": 10.0, "u": 12.5}, "t", different=3, again=2),
        {"group": "b", "best": [2, 2]},
        {"case": 3, "error": "the process died"},
    ]
    (results / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = Results((tmp_path, results))
    assert report.best_rows(found) == [("a", 1.12, True), ("b", pytest.approx(0.8), False)]
    assert [(row[0], row[4]) for row in report.pair_rows(found)] == [("a", "1.250"), ("a", "0.900"), ("b", "0.800")]
    assert {variant: ratio for n, variant, ratio in report.programs(found) if n == 0} == {"ours": 1.25, "input": 0.8}
    assert report.wrong(found) == ["a num_warps=4 ours: 3 of 9 elements differ"], (
        "but not where the plain program differs from itself"
    )
    assert len(found.lost) == 1
    twice = Results((tmp_path, results), (tmp_path, results))
    assert len(report.pair_rows(twice)) == 6 and twice.best["a"]["best"] == [5, 4]
    text = report.table(found)
    assert "geometric mean 0.947" in text and "device a GPU" in text
    assert "1 of 4 that differ" in report.judged([(1.25, 1.25), (0.9, 1.25), (0.8, 1.25), (0.8, 1.25)])
    (tmp_path / "more.jsonl").write_text("")
    Results((tmp_path, results))
    (tmp_path / "more.jsonl").write_text(json.dumps(case("d", "p", "q")))
    with pytest.raises(ValueError, match="not of the cases"):
        Results((tmp_path, results))


def test_what_the_plug_in_takes_where_arrays_are_apart(tmp_path: Path) -> None:
    """Its first choice by machine code, then the best of the second versions, if that is worth it; one of the loop that runs once first."""
    seconds = {"plain_apart": "f", "once": "o", "once_ours": "o", "once_ours_loads": "o", "once_apart": "g"}
    cases = [case("a", "p", "p"), case("a", "p", "p", plain_apart="f"), case("a", "p", "p", **seconds)]
    (tmp_path / "cases.jsonl").write_text("".join(json.dumps(each) + "\n" for each in cases))
    results = tmp_path / "results"
    results.mkdir()
    rows: list[dict[str, Any]] = [{"versions": {}, "cases": store.fingerprint(tmp_path)}]
    for number in range(3):
        rows.append(measured(number, {"p": 100.0, "f": 90.0, "o": 80.0, "g": 70.0}, "p"))
        for name, path in (("f", 800.0), ("o", 700.0), ("g", 890.0)):
            rows[-1]["times"][name]["path"] = path
    (results / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = Results((tmp_path, results))
    assert [found.chosen(number) for number in range(3)] == ["plain", "plain_apart", "once"]
    found.measured[2]["times"]["g"]["path"] = 600.0
    assert found.chosen(2) == "once_apart"
    found.measured[1]["times"]["f"]["path"] = 899.0
    assert found.chosen(1) == "plain"


SCRIPT = """
import triton
import triton.language as tl
from egraph_opt.triton.capture.fake_driver import FakeTensor

@triton.autotune([triton.Config({"BLOCK": b}, num_warps=w) for b in (32, 64) for w in (1, 2, 4)], key=["n"])
@triton.jit
def turn(out_ptr, in_ptr, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    for i in range(n):
        x = tl.load(in_ptr + i * BLOCK * BLOCK + at[:, None] * BLOCK + at[None, :])
        y = x.T / tl.sum(x, axis=0)[:, None]
        tl.store(out_ptr + i * BLOCK * BLOCK + at[:, None] * BLOCK + at[None, :], y)

x = Tensor("float32", (1024,))
turn[lambda meta: (meta["BLOCK"], 2)](x, x, 16)
turn[lambda meta: (meta["BLOCK"], 2)](Tensor("float16", (1024,)), x, 16)
"""


def test_configurations_of_a_kernel_are_prepared_with_their_programs(tmp_path: Path) -> None:
    pytest.importorskip("triton")
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    # In a process of its own: it forks, which one that has run compilers in threads must not.
    command = [
        sys.executable,
        "-m",
        "benchmarks.gpu.pairs.prepare",
        str(tmp_path / "out"),
        "own",
        str(script),
        "--configurations",
        "2",
    ]
    done = subprocess.run([*command, "--jobs", "1"], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    cases = list(store.cases(tmp_path / "out"))
    assert [(each["group"], each["grid"]) for each in cases] == [
        ("own.turn", [32, 2, 1]), ("own.turn", [64, 2, 1]), ("own.turn__2", [32, 2, 1]), ("own.turn__2", [64, 2, 1]),
    ]  # fmt: skip
    assert [each["configuration"].split(" num_ctas")[0] for each in cases[:2]] == ["BLOCK=32 num_warps=1", "BLOCK=64 num_warps=4"]
    assert [a["name"] for a in cases[0]["arguments"]] == ["out_ptr", "in_ptr", "n"] and cases[0]["arguments"][2]["value"] == 16
    for each in cases:
        plain = store.get(tmp_path / "out", each["programs"]["plain"])
        assert plain.count("ttg.convert_layout") == each["predicted"]["plain"]["converts"] > 0
        assert each["predicted"].get("ours", each["predicted"]["plain"])["cycles"] <= each["predicted"]["plain"]["cycles"]


@pytest.fixture
def torch() -> Any:
    return pytest.importorskip("torch")


def test_contents_are_the_same_each_time_and_share_memory_where_it_was_shared(torch: Any) -> None:
    from benchmarks.gpu.pairs.contents import Contents

    arguments = [
        parameter("x", "*bf16", tensor("bfloat16", [4, 8], 0)),
        parameter("row", "*bf16", tensor("bfloat16", [8], 0) | {"offset": 16}),
        parameter("g", "*fp32", tensor("float32", [64], 1)),
        parameter("beta", "*fp32", tensor("float32", [64], 2)),
        parameter("index", "*i64", tensor("int64", [3], 3, values=[5, 1, 3])),
        parameter("classes", "*i32", tensor("int32", [100], 4, range=[2, 7])),
        parameter("flags", "*i1", tensor("bool", [100], 5, range=[0, 1])),
        parameter("seen", "*i64", {**tensor("int64", [2, 3], 6), "stride": [0, 1], "values": [4, 5, 6, 4, 5, 6]}),
        parameter("packed", "*u32", tensor("uint32", [100], 7, range=[0, 1000])),
        parameter("small", "*fp8e4nv", tensor("float8_e4m3fn", [64], 8)),
        parameter("n", "i32", 7),
    ]
    contents = Contents(arguments, "cpu")
    assert contents.pointer(arguments[1]) == contents.pointer(arguments[0]) + 32
    contents.fill(0.5)
    before = {number: memory.clone() for number, memory in contents.memories.items()}
    for memory in contents.memories.values():
        memory.zero_()
    contents.fill(0.5)
    memories = contents.memories
    assert all(torch.equal(memories[n].view(torch.uint8), before[n].view(torch.uint8)) for n in before)
    assert memories[0].dtype == torch.bfloat16 and 0.2 < memories[0].float().std() < 0.8
    assert (memories[1] <= 0).all() and ((memories[2] > 0) & (memories[2] < 1)).all()
    assert memories[3][:3].tolist() == [5, 1, 3] and set(memories[4][:100].tolist()) == {2, 3, 4, 5, 6, 7}
    assert memories[5].any() and not memories[5].all() and memories[6][:3].tolist() == [4, 5, 6]
    assert 0 < int(memories[7].view(torch.int32).max()) <= 1000 and memories[8].float().std() > 0.2


def test_results_are_compared_by_bits_and_by_error(torch: Any) -> None:
    from benchmarks.gpu.pairs import measure

    x = torch.tensor([1.0, float("nan"), 0.0, 4.0])
    other_nan = torch.tensor([1.0, -float("nan"), 0.0, 4.0])
    minus_zero = torch.tensor([1.0, float("nan"), -0.0, 4.0])
    assert measure._differences(x, x.clone()) == measure._differences(x, other_nan) == 0
    assert measure._differences(x, minus_zero) == 1 == measure._differences(torch.tensor([1, 2]), torch.tensor([1, 3]))
    near = {0: torch.tensor([3.0, float("inf"), 4.0])}
    exact = {0: torch.tensor([3.0, float("inf"), 4.5])}
    assert measure._error(near, exact, [0]) == pytest.approx(0.5 / (9 + 4.5**2) ** 0.5)
    huge = {0: torch.tensor([3e30, 4e30])}
    assert measure._error(huge, {0: huge[0] * 2}, [0]) == pytest.approx(0.5)


def test_a_kernel_that_gives_other_results_is_seen(torch: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from benchmarks.gpu.pairs import measure
    from benchmarks.gpu.pairs.contents import Contents

    arguments = [parameter("x", "*fp32", tensor("float32", [64], 0)), parameter("y", "*fp32", tensor("float32", [64], 1))]
    monkeypatch.setattr(torch.cuda, "synchronize", lambda: None)
    contents = Contents(arguments, "cpu")
    x, y = contents.memories[0], contents.memories[1]
    scales: list[float] = []

    class Programs:
        """Stands for loaded programs; with fusion, one of them rounds otherwise."""

        def __init__(self) -> None:
            self.contents, self.case = contents, {"fusion": True}

        def launch(self, name: str, fused: bool) -> Any:
            def right() -> None:
                scales.append(float(x.abs().max()))
                y.copy_(x * 2 * (1 + 1e-6 * fused))

            def wrong() -> None:
                right()
                y[5] += 1

            def overflows() -> None:
                y.copy_(x * (1.0 if x.abs().max() < 0.5 else float("inf")))

            return {"first": right, "same": right, "wrong": wrong, "large": overflows, "none": None}[name]

    found = measure.check(Programs(), ["first", "same", "wrong", "none"])  # type: ignore[arg-type]
    assert found["plain"]["written"] == 1 and found["plain"]["again"] == 0 and found["plain"]["finite"] == 1.0
    assert found["same"]["different"] == 0 and found["wrong"]["different"] == 1 and found["none"] == {}
    assert found["same"]["error"] < 1e-5 < found["wrong"]["error"]
    assert len(set(scales)) == 1, "all have the same contents"
    assert measure.check(Programs(), ["large"])["plain"]["scale"] < measure.SCALES[0]  # type: ignore[arg-type]


def test_a_worker_that_dies_loses_one_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = """import sys
print("ready", flush=True)
for line in sys.stdin:
    print('{"times": %s}' % line.strip(), flush=True) if "1" in line else exit()
"""
    start = run.subprocess.Popen
    monkeypatch.setattr(run.subprocess, "Popen", lambda command, **named: start([sys.executable, "-c", script], **named))
    worker = run.Worker(tmp_path)
    try:
        assert worker.ask(1) == {"times": 1}
        assert worker.ask(2)["fatal"]
        assert worker.ask(11) == {"times": 11}
    finally:
        worker.close()

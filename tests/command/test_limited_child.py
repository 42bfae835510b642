"""Workers killed, aborted, starved and late, at random points: the caller gets a program and a remark, and no file is partial."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from egraph_opt.command import limited_child
from tests.support.kernels import ROOT

KERNEL = ROOT / "benchmarks/corpus/kernels/liger._swiglu_forward_kernel/rlc1.before.ttgir"
COMMAND = [sys.executable, "-m", "egraph_opt", str(KERNEL), "--isolate"]
LIMITED = {"starve": "--memory", "delay": "--kill-after"}
KINDS = ("kill", "abort", "fault", *LIMITED, "kill all")
SIGNALS = {"kill": signal.SIGKILL, "abort": signal.SIGABRT, "fault": signal.SIGSEGV, "kill all": signal.SIGKILL}


@pytest.fixture(scope="module")
def optimised() -> tuple[str, float]:
    """Return the output of the undisturbed command, and its time in seconds."""
    started = time.perf_counter()
    done = subprocess.run(COMMAND, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout != KERNEL.read_text(), "a kernel that can be improved tells the outcomes apart"
    return done.stdout, time.perf_counter() - started


def children(process: int) -> list[int]:
    try:
        return [int(p) for p in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        return []


def disturb(kind: str, chance: random.Random, seconds: float, target: Path) -> tuple[int, str]:
    """Run the command, writing to a file, with one mishap; its exit status and its messages."""
    more = []
    if kind in LIMITED:
        limit = chance.uniform(0.02, 0.45) if kind == "starve" else chance.uniform(0, 1.2 * seconds)
        more = [LIMITED[kind], f"{limit:.4f}"]
    started = subprocess.Popen([*COMMAND, "-o", str(target), *more], cwd=ROOT, stderr=subprocess.PIPE, text=True)
    if kind in SIGNALS:
        while kind != "kill all" and not children(started.pid) and started.poll() is None:
            time.sleep(0.001)
        time.sleep(chance.uniform(0, seconds * (1.5 if kind == "kill all" else 0.25)))
        for victim in [started.pid] if kind == "kill all" else children(started.pid):
            with suppress(ProcessLookupError):  # it is done already
                os.kill(victim, SIGNALS[kind])
    _, errors = started.communicate(timeout=600)
    return started.returncode, errors


def check(kinds: list[str], seed: int, optimised: tuple[str, float], folder: Path) -> Counter[str]:
    expected, seconds = optimised
    chance, target, text = random.Random(seed), folder / "out.ttgir", KERNEL.read_text()
    seen: Counter[str] = Counter()
    for kind in kinds:
        target.write_text("old")
        there = set(folder.iterdir())  # only a caller that is killed itself may leave a temporary file
        code, errors = disturb(kind, chance, seconds, target)
        written = target.read_text()
        if kind == "kill all":
            assert written in ("old", expected), errors
            seen[f"{kind}: {'old' if written == 'old' else 'new'}"] += 1
            continue
        assert code == (4 if written == text else 0), errors
        assert written in (text, expected), errors
        assert (written == text) == ("remark: " in errors and "left unchanged" in errors), errors
        assert set(folder.iterdir()) == there
        seen[f"{kind}: {'input' if written == text else 'optimised'}"] += 1
    return seen


def test_disturbed_workers(optimised: tuple[str, float], tmp_path: Path) -> None:
    seen = check([*KINDS, *KINDS], 1, optimised, tmp_path)
    assert sum(n for what, n in seen.items() if what.endswith("input")) >= 4, seen


@pytest.mark.slow
def test_many_disturbed_workers(optimised: tuple[str, float], tmp_path: Path) -> None:
    seen = check([kind for kind in KINDS for _ in range(34)], 2, optimised, tmp_path)
    print(dict(seen))
    assert all(seen[f"{kind}: input"] >= 3 for kind in KINDS if kind != "kill all"), seen  # on a busy machine few are met at work


PROGRAM = """
import sys, time
from egraph_opt.command import limited_child

def work():
    {}

done = limited_child.run(work, {}, 1 << 30)
print(repr((done.output[:20], len(done.output), done.code, done.failure)))
"""


@pytest.mark.parametrize(
    "work,seconds,expected",
    [
        ("print('fine')", 120, "(b'fine\\n', 5, 0, '')"),
        ("print('fine'); sys.exit(3)", 120, "(b'fine\\n', 5, 3, '')"),
        ("sys.stdout.write('x' * 3_000_000)", 120, "(b'xxxxxxxxxxxxxxxxxxxx', 3000000, 0, '')"),
        ("import os; os.write(1, b'banner'); print('fine')", 120, "(b'fine\\n', 5, 0, '')"),
        (
            "print('half'); raise ValueError('of ours')",
            120,
            "(b'', 0, 0, 'the worker failed: internal failure: please report this; EGRAPH_OPT_TRACEBACK=1 shows the details')",
        ),
        ("print('half'); import os; os._exit(0)", 120, "(b'', 0, 0, 'the worker ended with status 0')"),
        ("print('half', flush=True); import os; os.abort()", 120, "(b'', 0, 0, 'the worker was ended by SIGABRT')"),
        ("print('half', flush=True); time.sleep(900)", 0.5, "(b'', 0, 0, 'the worker did not end within 0.5 s')"),
        ("bytearray(2 << 30)", 120, "(b'', 0, 0, 'the worker was given 1 GiB (--memory), which is not enough: out of memory')"),
        ("import os; os.fork() or time.sleep(900); time.sleep(900)", 0.5, "(b'', 0, 0, 'the worker did not end within 0.5 s')"),
    ],
)
def test_outcomes(work: str, seconds: float, expected: str) -> None:
    command = [sys.executable, "-c", PROGRAM.format(work, seconds)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)  # what sleeps sleeps longer
    assert done.stdout.strip() == expected, done.stderr


def test_strict_and_json_say_what_happened() -> None:
    late = subprocess.run([*COMMAND, "--kill-after", "0", "--strict"], cwd=ROOT, capture_output=True, text=True)
    assert late.returncode == 4 and late.stdout == KERNEL.read_text() and "did not end within 0 s" in late.stderr
    data = subprocess.run([*COMMAND, "--kill-after", "0", "--emit", "json"], cwd=ROOT, capture_output=True, text=True)
    assert '"failure": "the worker did not end within 0 s"' in data.stdout


def test_bad_input_and_wrong_usage_look_the_same_from_a_worker(tmp_path: Path) -> None:
    bad, target = tmp_path / "bad.mlir", tmp_path / "out.mlir"
    bad.write_text("module {")
    target.write_text("old")
    for arguments, code in ([str(bad), "-o", str(target)], 1), ([str(KERNEL), "--cost", "speed"], 2):
        both = [
            subprocess.run([sys.executable, "-m", "egraph_opt", *arguments, how], cwd=ROOT, capture_output=True, text=True)
            for how in ("--isolate", "--no-isolate")
        ]
        assert both[0].returncode == both[1].returncode == code
        assert both[0].stderr.splitlines()[-1] == both[1].stderr.splitlines()[-1]
        assert target.read_text() == "old"


def test_this_system_can_fork() -> None:
    assert limited_child.possible()

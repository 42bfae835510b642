"""Processes killed at random moments: what is left of their children and temporary files, and whether a file is half written.

    python -m benchmarks.trust.kills --write               # each signal at each kind of work
    python -m benchmarks.trust.kills --times 2 --kinds opt

A process belongs to a trial if it has the trial's mark in its environment. What is still there after `PATIENCE` seconds counts as left.
"""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from benchmarks.paths import CORPUS, ROOT
from benchmarks.trust.sweep import Found, Sweep, command

KERNEL = CORPUS / "kernels/liger._swiglu_forward_kernel/rlc1.before.ttgir"
REGION = CORPUS / "regions/multi_insert_mm.mlir"
PATIENCE = 30.0
SIGNALS = ("SIGTERM", "SIGKILL", "SIGSEGV", "SIGHUP", "SIGINT")
MARK = "EGRAPH_OPT_TRIAL"

COMPILE = """
import egraph_opt.triton
from egraph_opt.triton.compile import child_pools
from tests.support.jit_kernels import compile_for
{}
egraph_opt.triton.enable()
while True:
    compile_for("cuda:90", "row_sums")
"""
FORK = f"""
import os, egraph_opt
from pathlib import Path
egraph_opt.optimize(Path({str(KERNEL)!r}))
if os.fork():
    os.wait()
while True:
    egraph_opt.optimize(Path({str(KERNEL)!r}))
"""


def works(target: Path) -> dict[str, list[str]]:
    """The commands of the trials, by kind of work; some write a file."""
    command = [sys.executable, "-m", "egraph_opt"]
    return {
        "opt": [*command, str(KERNEL), "-o", str(target)],
        "opt, seeded": [*command, str(KERNEL), "--seed-with", "triton", "-o", str(target)],
        "opt, region": [*command, str(REGION), "--rules", "region", "-o", str(target)],
        "compare, static": [*command, "compare", str(KERNEL), "--static"],
        "plug-in": [sys.executable, "-c", COMPILE.format("")],
        "plug-in, children": [sys.executable, "-c", COMPILE.format("child_pools.ENOUGH, child_pools.CHILDREN = 1, 2")],
        "fork": [sys.executable, "-c", FORK],
    }


@dataclass(frozen=True, slots=True)
class Left:
    """Leftovers of a killed process: processes, temporary files, and the state of its output file."""

    processes: tuple[str, ...]
    files: tuple[str, ...]
    output: str
    """`old`, `new` and `input` are whole programs; a failed search gives the input back. `half`: none of them."""


def trial(command: Sequence[str], name: str, after: float, target: Path, whole: str) -> Left:
    """Kill a command with the signal of a name, so many seconds after its start. What runs on is killed in the end.

    `target`: the file that it writes, alone in its folder; `whole`: what it writes if it is not killed.
    """
    mark = uuid.uuid4().hex
    target.write_text("old")
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, MARK: mark, "TMPDIR": folder, "TRITON_CACHE_DIR": cache, "TRITON_ALWAYS_COMPILE": "1"}
        started = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        with suppress(subprocess.TimeoutExpired):
            started.wait(after)
        while started.poll() is None:  # LLVM takes the first one for a fault of the code that runs, and lets it run again
            os.killpg(started.pid, getattr(signal, name))  # it leads its group, in which a fork is that a script makes itself
            with suppress(subprocess.TimeoutExpired):
                started.wait(5.0)
        deadline = time.monotonic() + PATIENCE
        while (there := marked(mark)) and time.monotonic() < deadline:
            time.sleep(0.05)
        for process in there:
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        files = tuple(sorted(str(path.relative_to(folder)) for path in Path(folder).rglob("*")))
    beside = [path for path in target.parent.iterdir() if path != target]
    complete = {path.read_text(): "input" for path in (KERNEL, REGION)} | {"old": "old", whole: "new"}
    output = complete.get(target.read_text(), "half")
    for path in beside:
        path.unlink()
    return Left(tuple(there.values()), (*files, *(path.name for path in beside)), output)


def marked(mark: str) -> dict[int, str]:
    """The processes of a trial that have not ended, with what they run."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError):
                if f"{MARK}={mark}".encode() in (folder / "environ").read_bytes():
                    found[int(folder.name)] = (
                        (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")[:200]
                    )
    return found


def run(times: int = 1, kinds: tuple[str, ...] = (), signals: tuple[str, ...] = SIGNALS, seed: int = 1) -> Found:
    """Each signal at each kind of work, at moments that chance says; no kinds are all."""
    chance, rows, wrong = random.Random(seed), [], []
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "out.mlir"
        for kind, work in works(target).items():
            if kinds and kind not in kinds:
                continue
            whole, seconds = "", 20.0
            if str(target) in work or kind.startswith("compare"):
                started = time.monotonic()
                subprocess.run(work, cwd=ROOT, capture_output=True, check=True)
                seconds = time.monotonic() - started
                whole = target.read_text() if target.exists() else ""
            for name in signals:
                found = [trial(work, name, chance.uniform(0.0, seconds), target, whole) for _ in range(times)]
                rows.append(row(kind, name, found))
                wrong += [f"{kind}, {name}: {left}" for left in found if left.processes or left.output == "half"]
                print(*rows[-1], sep="\t", file=sys.stderr, flush=True)
    return Found(("work", "signal", "trials", "processes left", "half written", "files left"), rows, wrong)


def row(kind: str, name: str, found: Sequence[Left]) -> tuple[object, ...]:
    """A row of the table; files by what they are called, with `*` for what differs each time."""
    files = Counter(re.sub(r"(tmp|egraph-opt-|triton-)[\w-]+", r"\1*", each) for left in found for each in left.files)
    said = ", ".join(f"{count} {file}" for file, count in sorted(files.items())) or "none"
    processes = sum(len(left.processes) for left in found)
    return kind, name, len(found), processes, sum(left.output == "half" for left in found), said


SWEEPS = (Sweep("kills", run, ("egglog", "triton")),)


if __name__ == "__main__":
    sys.exit(command(*SWEEPS))

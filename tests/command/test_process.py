"""Behaviour that only a separate process can show: closed and full streams, a closed pipe, an interruption, limits of its worker."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.kernels import ROOT

CASE = ROOT / "tests/cases/layout/fan_out.mlir"
COMMAND = f"{sys.executable} -m egraph_opt"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "EGRAPH_OPT_ISOLATE": "1"}


def shell(line: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["bash", "-c", line], cwd=ROOT, capture_output=True, text=True, env={**ENVIRONMENT, **more})


PRINTING = (f"compare {CASE}", f"explain {CASE}", f"check {CASE} {CASE}", "costs", "words algebra", "costs --help")
"""Commands that print something else than a program."""
CASES = [
    (f"{COMMAND} {CASE} > /dev/full", 1, "<stdout>: error: No space left on device"),
    (f"{COMMAND} {CASE} -o /dev/full", 1, "/dev/full: error: No space left on device"),
    (f"{COMMAND} {CASE} >&-", 1, "<stdout>: error: standard output is closed: name a file with -o"),
    *((f"{COMMAND} {line} >&-", 1, "<stdout>: error: standard output is closed") for line in PRINTING),
    (f"{COMMAND} - <&-", 1, "<stdin>: error: standard input is closed"),
    (f"{COMMAND} {CASE} 2>&-", 0, ""),
    (f"{COMMAND} {CASE} -o /dev/null <&- >&-", 0, "3 -> 1 conversions"),
    (f"{COMMAND} {CASE} -o /dev/null <&- >&- 2>&-", 0, ""),
    (f"{COMMAND} {CASE} --kill-after 0", 4, "remark: left unchanged: the worker did not end within 0 s"),
    (f"{COMMAND} {CASE} --memory 0.05", 4, "remark: left unchanged: the worker "),
    (f"{COMMAND} {CASE} --memory 0.1", 4, "was given 0.1 GiB (--memory), which is not enough"),
    (f"{COMMAND} {ROOT / 'README.md'}", 1, "README.md:1:1: error: expected an operation, found '#'"),
    (f"{COMMAND} capture absent.py -o found", 1, "absent.py: error: No such file or directory"),
    (f"{COMMAND} {CASE} --no-isolate --memory 4", 2, "--memory: no use without a child process"),
    (f"EGRAPH_OPT_ISOLATE=0 {COMMAND} {CASE} --kill-after 4", 2, "--kill-after: no use"),
    (f"{COMMAND} {CASE} --no-isolate", 0, "3 -> 1 conversions"),
    (f"EGRAPH_OPT_ISOLATE=maybe {COMMAND} {CASE}", 2, "'maybe' is not a valid boolean"),
    (f"{sys.executable} -m egraph_opt.triton", 2, "usage: python -m egraph_opt.triton (SCRIPT | -m MODULE)"),
    (f"{sys.executable} -m egraph_opt.triton -m", 2, "usage: python -m egraph_opt.triton (SCRIPT | -m MODULE)"),
    (f"{sys.executable} -m egraph_opt.triton -m tests.absent", 2, "error: No module named tests.absent that can be run"),
    (f"{sys.executable} -m egraph_opt.triton -m tests.support", 2, "error: No module named tests.support that can be run"),
    (f"{sys.executable} -m egraph_opt.triton absent.py", 1, "absent.py: error: No such file"),
    (f"{sys.executable} -m egraph_opt.triton --tune", 2, "there is no option --tune"),
    (f"EGRAPH_OPT=yes {sys.executable} -m egraph_opt.triton {__file__}", 2, "EGRAPH_OPT=yes means nothing"),
    (f"EGRAPH_OPT=Tune {sys.executable} -c 'import egraph_opt.triton'", 0, "EGRAPH_OPT=Tune means nothing"),
]


@pytest.mark.parametrize(("line", "code", "message"), CASES, ids=[row[0].replace(sys.executable, "python") for row in CASES])
def test_one_message(line: str, code: int, message: str) -> None:
    if "egraph_opt.triton" in line:
        pytest.importorskip("triton")
    done = shell(line)
    assert done.returncode == code, (done.returncode, done.stderr)
    assert message in done.stderr and "Traceback" not in done.stderr, done.stderr
    assert len(re.findall(r"\b(?:[Ee]rror|remark): ", done.stderr)) <= 1, done.stderr
    if code == 4:
        assert done.stdout == CASE.read_text()


def test_an_output_that_is_the_input_is_written_whole(tmp_path: Path) -> None:
    file = tmp_path / "kernel.mlir"
    file.write_text(CASE.read_text())
    done = shell(f"{COMMAND} {file} -o {file}")
    assert done.returncode == 0 and file.read_text() == shell(f"{COMMAND} {CASE}").stdout
    assert [p.name for p in tmp_path.iterdir()] == ["kernel.mlir"]


def test_a_closed_pipe_is_no_success() -> None:
    """The reader has ended before the first byte comes."""
    done = shell(f"{COMMAND} {CASE} | true; echo ${{PIPESTATUS[0]}}")
    assert (done.stdout, done.stderr) == ("1\n", "")


def test_an_interruption_leaves_the_output_alone(tmp_path: Path) -> None:
    """The worker waits for a limit that is far away: it is at work when the signal comes."""
    kernel = ROOT / "benchmarks/corpus/kernels/fla.chunk_kda_fwd_kernel_inter_solve_fused/rlc1.before.ttgir"
    output = tmp_path / "out.mlir"
    output.write_text("old")
    command = [sys.executable, "-m", "egraph_opt", str(kernel), "-o", str(output), "--synthesise", "--candidates", "64"]
    started = subprocess.Popen(command, cwd=ROOT, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True)
    children = Path(f"/proc/{started.pid}/task/{started.pid}/children")
    while not (known := children.read_text().split()):
        time.sleep(0.01)
    started.send_signal(signal.SIGINT)
    _, said = started.communicate()
    assert started.returncode == 130 and said.splitlines()[-1] == "egraph-opt: interrupted: nothing more was written", said
    assert output.read_text() == "old" and [p.name for p in tmp_path.iterdir()] == ["out.mlir"]
    for _ in range(10_000):  # it ends by itself
        if not Path(f"/proc/{known[0]}").exists():
            break
        time.sleep(0.01)
    assert not Path(f"/proc/{known[0]}").exists()


@pytest.mark.parametrize(
    "start",
    ["from egraph_opt.command.start import main\nmain()", "import runpy; runpy.run_module('egraph_opt', run_name='__main__')"],
)
def test_an_interruption_while_modules_are_imported_is_one_message(start: str) -> None:
    code = f"""
import sys
class Interrupted:
    def find_spec(self, name, *_):
        if name == "egraph_opt.command.cli":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupted())
{start}
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "egraph-opt: interrupted: nothing more was written\n")


def test_the_module_runs_without_the_plug_in_like_the_command() -> None:
    code = """
import os, sys
sys.argv[1:] = ["--version"]
try:
    import egraph_opt.__main__
finally:
    print("EGRAPH_OPT" in os.environ)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env={**ENVIRONMENT, "EGRAPH_OPT": "1"}, capture_output=True, text=True
    )
    assert done.returncode == 0 and done.stdout.splitlines()[-1] == "False"

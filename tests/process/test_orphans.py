"""Whoever is killed, however: no child outlives its parent, and temporary files go."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from egraph_opt.process import parent_death
from tests.support.kernels import ROOT

PATIENCE = 120.0
"""Each of these children would live for longer if nobody told it that its parent is gone."""

FRESH = """
import os, egglog, time
import egraph_opt
if os.fork():
    os.wait()
from tests.support.forking import give
print(os.getpid(), give(0)[0], flush=True)
time.sleep(3600)
"""
WORKER = """
import time
from egraph_opt.command import limited_child
def work():
    import os, subprocess, tempfile
    tempfile.mkdtemp()
    child = subprocess.Popen(["sleep", "3600"])
    os.write(2, f"{os.getppid()} {os.getpid()} {child.pid}\\n".encode())
    time.sleep(3600)
limited_child.run(work, 3600, 1 << 34)
"""
MODULE = """
import os
from egraph_opt.process.module_child import run_module
run_module("tests.support.sleeper", str(os.getpid()), 3600)
"""
TOOL = """
import os, shutil, subprocess
from egraph_opt.process.parent_death import command
process = subprocess.Popen(command(shutil.which("sh"), "-c", "echo $PPID $$ >&2; exec sleep 3600"))
process.wait()
"""
ACCEPTOR = """
import os, sys, time
from egraph_opt.triton.choice.parser_process import Acceptor
acceptor = Acceptor()
acceptor.refusal("module {}")
print(os.getpid(), acceptor.child, flush=True)
if not os.fork():
    os.execvp("sleep", ["sleep", "3"])  # a fork that goes on has what the child reads from
time.sleep(3600)
"""
POOL = """
import os, time
from egraph_opt.triton.compile import child_pools
if __name__ == "__main__":
    child_pools.ENOUGH, child_pools.CHILDREN = 1, 1
    worker = child_pools.pool.submit(os.getpid).result()
    child_pools.pool.submit(os.system, "sleep 3600")
    while not (others := children_of(worker)):
        time.sleep(0.01)
    print(os.getpid(), worker, *others, flush=True)
    time.sleep(3600)
"""
HEAD = "from egraph_opt.process.parent_death import _children as children_of\n"
PROGRAMS = {"fresh": FRESH, "worker": WORKER, "module": MODULE, "tool": TOOL, "acceptor": ACCEPTOR, "pool": HEAD + POOL}

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are looked for in /proc")


def gone(process: int) -> bool:
    """Return whether a process has ended, waited for or not."""
    status = Path(f"/proc/{process}/stat")
    try:
        return status.read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


@linux
@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM", "SIGSEGV"])
@pytest.mark.parametrize("kind", PROGRAMS)
def test_no_child_outlives_its_parent(kind: str, name: str, tmp_path: Path) -> None:
    if kind in ("acceptor", "pool"):
        pytest.importorskip("triton")
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    script = tmp_path.parent / f"{kind}-{name}.py"
    script.write_text(PROGRAMS[kind])
    started = subprocess.Popen(
        [sys.executable, "-W", "ignore", str(script)], cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert started.stdout is not None
    victim, *children = map(int, started.stdout.readline().split())
    assert children and not any(map(gone, children))
    os.kill(victim, getattr(signal, name))
    deadline = time.monotonic() + PATIENCE
    while not all(map(gone, [victim, *children])) and time.monotonic() < deadline:
        time.sleep(0.05)
    left = [child for child in children if not gone(child)]
    for process in [started.pid, *left]:
        with suppress(OSError):
            os.kill(process, signal.SIGKILL)
    started.communicate()
    assert not left
    if kind in ("worker", "module", "acceptor"):
        assert not [path for path in tmp_path.iterdir() if path.name.startswith(("egraph-opt-", "tmp"))]


@linux
def test_one_that_is_gone_before_it_is_watched() -> None:
    """Of a process that is not the parent, or that took its number, nothing is waited for."""
    parent_death.wait_for(1 if os.getppid() != 1 else os.getpid())
    code = "import sys; from egraph_opt.process.parent_death import end_with; end_with(1 << 21); import time; time.sleep(3600)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, timeout=PATIENCE).returncode == 1
    late = [sys.executable, "-I", "-S", parent_death.__file__, str(1 << 21), "/bin/echo", "said"]
    assert subprocess.run(late, capture_output=True).stdout == b""


def test_a_tool_is_run_as_it_is() -> None:
    for tool, status in (("/bin/true", 0), ("/bin/false", 1)):
        assert subprocess.run(parent_death.command(tool)).returncode == status
    assert subprocess.run(parent_death.command("/bin/echo", "a b", "-c"), capture_output=True).stdout == b"a b -c\n"
    with pytest.raises(OSError):
        subprocess.run(parent_death.command("/nowhere/tool"))


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_command_ends_by_the_signal_that_asks_it(name: str) -> None:
    code = f"""
import os, signal
from egraph_opt.process.signals import cleared_up
with cleared_up():
    try:
        os.kill(os.getpid(), signal.{name})
    finally:
        print('cleared up', flush=True)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == -getattr(signal, name) and done.stdout == "cleared up\n" and not done.stderr

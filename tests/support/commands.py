"""Command lines, each in a process of its own that is forked from one which has loaded the package: none waits for imports again.

As a program this file is the process that forks. A request is a line of JSON, its answer the code that the command ended with.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
Done = subprocess.CompletedProcess[str]


def run_command(arguments: list[str], cwd: Path, env: Mapping[str, str], packages: Mapping[str, str] = {}) -> Done:
    """Run `egraph-opt` with arguments in a folder and an environment; packages may find more modules in folders named for them."""
    child = _forker()
    assert child.stdin is not None and child.stdout is not None
    with NamedTemporaryFile() as out, NamedTemporaryFile() as err:
        request = {"arguments": arguments, "cwd": str(cwd), "env": dict(env), "packages": dict(packages)}
        child.stdin.write(json.dumps(request | {"files": [out.name, err.name]}) + "\n")
        child.stdin.flush()
        code = int(child.stdout.readline())
        return Done(["egraph-opt", *arguments], code, out.read().decode(), err.read().decode())


@cache
def _forker() -> subprocess.Popen[str]:
    """The process that forks, which ends when nobody holds its input open."""
    return subprocess.Popen([sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)


def _become(request: dict[str, Any]) -> None:
    """Turn this process into the command."""
    for number, name in enumerate((os.devnull, *request["files"])):
        os.dup2(os.open(name, os.O_RDWR), number)
    os.environ.clear()
    os.environ.update(request["env"])
    os.chdir(request["cwd"])
    path = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    sys.path[:0] = [request["cwd"], *(entry for entry in path if entry)]
    sys.argv = ["egraph-opt", *request["arguments"]]
    for name, folder in request["packages"].items():
        import_module(name).__path__.append(folder)
    import_module("egraph_opt.command.start").main()


def _serve() -> None:
    sys.path[0] = str(ROOT)
    import_module("egraph_opt.command.cli")
    import_module("egraph_opt.core.pipeline")
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            return _become(json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


if __name__ == "__main__":
    _serve()

"""The family that `docs/add-a-family.md` builds, in a folder, and its command line."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

from tests.support.commands import run_command
from tests.support.kernels import ROOT

PAGE = (ROOT / "docs/add-a-family.md").read_text()

FILES = dict(re.findall(r"^```python\n# (\S+\.py)\n(.*?)^```", PAGE, re.S | re.M))

WRONG = "rules/scalar_wrong.py"

BEFORE, AFTER = re.findall(r"^```mlir\n(.*?)^```", PAGE, re.S | re.M)

PACKAGES = {"egraph_opt.families": "egraph_opt/families", "egraph_opt.rules": "rules"}
"""Where the packages of the project find the modules of the page."""


def command(where: Path, line: str) -> subprocess.CompletedProcess[str]:
    """Run the arguments of a command line with the family in a folder."""
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "HOME": str(where), "COLUMNS": "1000"}
    return run_command(shlex.split(line), where, environment, PACKAGES)


def built(where: Path, *names: str) -> Path:
    for name in names:
        path = where / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(FILES[name])
    (where / "scalar.mlir").write_text(BEFORE)
    return where

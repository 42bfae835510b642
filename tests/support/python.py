"""Python programs in a process of their own."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.support.kernels import ROOT


def run_code(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, env={**os.environ, **environment}, check=True
    )
    return done.stdout.strip()

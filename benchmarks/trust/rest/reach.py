"""How far programs go through Triton's pipeline, from each place at which they may stand in it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence

from benchmarks.paths import ROOT

ROUTES = ("whole", "hopper", "specialize", "pipeline", "code")
"""Places to start from, as in `child.passes_of`. A program stands at one of them; from the others it goes as far as it goes."""
Reached = dict[str, list[str]]
"""The passes that succeed, by route."""


def reached(texts: Sequence[str]) -> list[Reached]:
    """Return how far each program goes."""
    requests = [(route, text) for text in texts for route in ROUTES]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "EGRAPH_OPT": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.trust.rest.child"], input=json.dumps(requests), capture_output=True, text=True,
        env=environment, cwd=ROOT, check=True,
    )  # fmt: skip
    answers = iter([json.loads(line) for line in done.stdout.splitlines()])
    return [{route: next(answers) for route in ROUTES} for _ in texts]


def shortfall(before: Reached, after: Reached) -> str:
    """Return the first route on which an output does not reach what its input does, with the pass, or an empty string."""
    for route, passes in before.items():
        if len(after[route]) < len(passes):
            return f"{route}: not {passes[len(after[route])]}"
    return ""

"""The real kernels that the project ships, and what tests ask of Triton about them."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT / "benchmarks/corpus"
RESULTS = ROOT / "benchmarks/results"
STAGES = ("rlc1.before", "rlc2.before", "rlc3.before", "rlc3.after", "final")
FILES = {stage: sorted(CORPUS.glob(f"kernels/*/{stage}.*")) for stage in ("input", *STAGES)}
"""The kernels of each stage, and as the compiler gets them."""


def kernels(stage: str) -> list[Path]:
    """The files of one stage (see benchmarks/corpus/kernels/README.md), sorted; there must be some."""
    found = [path for path in FILES[stage] if path.suffix == ".ttgir"]
    assert found, f"no kernels for {stage}"
    return found


def program_text(name: str) -> str:
    """Return the text of a test's program, a file of `tests/programs`."""
    return (ROOT / "tests/programs" / f"{name}.mlir").read_text()

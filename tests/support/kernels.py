"""The real kernels that the project ships, and what tests ask of Triton about them."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STAGES = ("rlc1.before", "rlc2.before", "rlc3.before", "rlc3.after", "final")


def kernels(stage: str) -> list[Path]:
    """The files of one stage (see benchmarks/corpus/kernels/README.md), sorted; there must be some."""
    found = sorted((ROOT / "benchmarks/corpus/kernels").glob(f"*/{stage}.ttgir"))
    assert found, f"no kernels for {stage}"
    return found

"""Where programs are read from, and where tables are written to."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CORPUS = ROOT / "benchmarks/corpus"
RESULTS = ROOT / "benchmarks/results"

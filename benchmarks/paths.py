"""Folders of programs and of tables."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CORPUS = ROOT / "benchmarks/corpus"
RESULTS = ROOT / "benchmarks/results"

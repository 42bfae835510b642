"""The constants of `h200.tsv`, by name, each with its unit and source there."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def constants() -> dict[str, float]:
    lines = files(__package__).joinpath("h200.tsv").read_text().splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return {name: float(value) for name, value, _, _ in rows[1:]}

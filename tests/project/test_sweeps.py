"""The table of sweeps names tests that there are."""

import ast
from pathlib import Path

from tests.support.sweeps import CASES

ROOT = Path(__file__).parents[2]


def test_every_sweep_is_a_test() -> None:
    for name in CASES:
        path, _, function = name.partition("::")
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        names = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        assert function in names if function else any(each.startswith("test_") for each in names), name

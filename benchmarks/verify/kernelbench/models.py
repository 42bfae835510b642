"""Models of the tasks in PyTorch, from a checkout of KernelBench, at the small sizes of this table."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.verify.kernelbench.table import number_of
from benchmarks.verify.kernelbench.task import Task

ADAPTED: dict[str, Callable[[Any], Callable[..., Any]]] = {
    "1/5": lambda model: lambda A: model(A, 3.14),
    "1/14": lambda model: lambda A, B: model(A.triu(), B.triu()),
    "1/15": lambda model: lambda A, B: model(A.tril(), B.tril()),
}
"""Models whose inputs are numbers, or are triangular."""


def model_of(task: Task, folder: Path) -> Callable[..., Any]:
    """Return the model of a task, whose file is in a folder of KernelBench.

    Raises:
        ValueError: there is no such file, or the model cannot be made at small sizes.
    """
    level, number = number_of(task.name)
    files = sorted((folder / f"level{level}").glob(f"{number}_*.py"))
    if not files or task.init is None:
        raise ValueError(f"{task.name} has no model at these sizes")
    spec = importlib.util.spec_from_file_location(f"kernelbench_{level}_{number}", files[0])
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    init = [eval(each, {}, dict(task.sizes)) if isinstance(each, str) else each for each in task.init]
    model = module.Model(*init)
    adapt = ADAPTED.get(f"{level}/{number}")
    return adapt(model) if adapt else model  # type: ignore[no-any-return]

"""Tasks of KernelBench: right kernels are proved against their references, and wrong ones are refuted."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.verify.kernelbench.compilation import compile_problems
from benchmarks.verify.kernelbench.table import number_of, tasks
from benchmarks.verify.kernelbench.task import KERNELS, edit_function
from egraph_opt.verifier.decision.verification import decide

pytest.importorskip("triton")
TASKS = {task.name: task for task in tasks()}
FAST = (
    "1/22 tanh, by cases",
    "1/51 argmax, by blocks",
    "1/89 cumulative sum",
    "1/95 cross entropy",
    "2/18 linear, sum, and four that do nothing",
)
"""Tasks whose kernels are compiled together and decided each time."""
UNPROVED: set[str] = set()
"""Tasks whose right kernel is not proved."""


@pytest.mark.long
def test_some_kernels_are_decided(tmp_path: Path) -> None:
    rows = []
    for number, name in enumerate(FAST):
        task = TASKS[name]
        (tmp_path / str(number)).mkdir()
        rows += [(task.problem(), True), (task.wrong_problem(task.wrong[0], tmp_path / str(number)), False)]
    for problem, (_, right) in zip(compile_problems([problem for problem, _ in rows]), rows, strict=True):
        verdict = decide(problem)
        assert verdict.equal if right else verdict.different, str(verdict)


@pytest.mark.slow
@pytest.mark.parametrize("name", TASKS)
def test_task_is_decided(name: str, tmp_path: Path) -> None:
    task = TASKS[name]
    problems = [task.problem()]
    for number, mistake in enumerate(task.wrong):
        (tmp_path / str(number)).mkdir()
        problems.append(task.wrong_problem(mistake, tmp_path / str(number)))
    right, *wrong = map(decide, compile_problems(problems))
    assert right.equal or name in UNPROVED, str(right)
    for mistake, verdict in zip(task.wrong, wrong, strict=True):
        assert verdict.different, f"{mistake.kind}: {verdict}"


def test_tasks_are_many_and_each_mistake_changes_its_kernel() -> None:
    assert len({number_of(name) for name in TASKS}) >= 100
    mistakes = [(task, mistake) for task in TASKS.values() for mistake in task.wrong]
    assert len(mistakes) >= 200 and all(task.wrong for task in TASKS.values())
    for task, mistake in mistakes:
        file, _, name = task.launches[mistake.launch].kernel.partition(":")
        text = (KERNELS / f"{file}.py").read_text()
        assert edit_function(text, mistake.function or name, mistake.edits) != text or mistake.change, (task.name, mistake.kind)

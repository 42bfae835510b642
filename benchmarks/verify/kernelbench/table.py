"""All tasks."""

from benchmarks.verify.kernelbench.task import Task
from benchmarks.verify.kernelbench.tasks import (
    activations,
    alternatives,
    convolution_layers,
    linear_layers,
    linear_rows,
    losses,
    norms,
    products,
    reductions,
    windows,
)

FAMILIES = (
    activations,
    products,
    reductions,
    norms,
    losses,
    windows,
    linear_layers,
    linear_rows,
    convolution_layers,
    alternatives,
)


def tasks() -> list[Task]:
    """Return all tasks in the order of their numbers."""
    return sorted((task for family in FAMILIES for task in family.TASKS), key=lambda task: number_of(task.name))


def number_of(name: str) -> tuple[int, int]:
    """Return level and number of a task."""
    level, _, number = name.partition(" ")[0].partition("/")
    return int(level), int(number)

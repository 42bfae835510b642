"""A task: its reference, the launches of a right kernel, and mistakes in them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from egraph_opt.verifier import Call
from egraph_opt.verifier.decision.verification import make_problem
from egraph_opt.verifier.user_question import Problem

KERNELS = Path(__file__).parent / "kernels"
TILES = {"BM": 16, "BN": 16, "BK": 16}


@dataclass(frozen=True)
class Launch:
    """A launch of a kernel that is named as `file:kernel`.

    `args` are the parameters, each with the array, number or expression of its name, or with another one: `x n=M*N eps=1e-5`.
    """

    kernel: str
    grid: str
    args: str
    constants: Mapping[str, Any] = field(default_factory=dict)

    def call(self, folder: Path) -> Call:
        """Return the call of the kernel in the files of a folder."""
        file, _, name = self.kernel.partition(":")
        args = dict(each.split("=", 1) if "=" in each else (each, each) for each in self.args.split())
        return Call(f"{folder / file}.py:{name}", self.grid, args, dict(self.constants))


@dataclass(frozen=True)
class Wrong:
    """A mistake: texts of a function that are replaced, or another launch.

    Attributes:
        kind: the mistake in words, after its kind and a colon.
        edits: texts of the function with what stands in their place.
        function: the function that is edited; the kernel of the launch by default.
        launch: the number of the launch that has the mistake.
        change: what the launch has in place of its own grid, constants or arguments.
    """

    kind: str
    edits: tuple[tuple[str, str], ...] = ()
    function: str = ""
    launch: int = 0
    change: Mapping[str, Any] = field(default_factory=dict)


def wrong(kind: str, *edits: tuple[str, str], function: str = "", launch: int = 0, **change: Any) -> Wrong:
    """Return a mistake."""
    return Wrong(kind, edits, function, launch, change)


@dataclass(frozen=True)
class Task:
    """A task of KernelBench at small sizes.

    Attributes:
        name: level and number, and the operation.
        reference: function of NumPy, whose parameters are names of arrays and sizes.
        launches: what computes the same.
        arrays: arrays by name.
        sizes: numbers by name.
        wrong: mistakes.
        init: arguments of the task's model in PyTorch, as expressions over the sizes; None if it has none at these sizes.
    """

    name: str
    reference: Callable[..., Any]
    launches: tuple[Launch, ...]
    arrays: Mapping[str, str]
    sizes: Mapping[str, int]
    wrong: tuple[Wrong, ...] = ()
    init: tuple[Any, ...] | None = ()

    def problem(self, reference: Callable[..., Any] | None = None) -> Problem:
        """Return the question whether the right kernel computes the reference, which may be another one than the task's own."""
        return self.question([launch.call(KERNELS) for launch in self.launches], reference)

    def wrong_problem(self, mistake: Wrong, folder: Path) -> Problem:
        """Return the question about a kernel with a mistake, whose file is written into a folder."""
        launches = list(self.launches)
        changed = replace(launches[mistake.launch], **mistake.change)
        calls = [launch.call(KERNELS) for launch in launches]
        file, _, name = changed.kernel.partition(":")
        text = (KERNELS / f"{file}.py").read_text()
        (folder / f"{file}.py").write_text(edit_function(text, mistake.function or name, mistake.edits))
        calls[mistake.launch] = changed.call(folder)
        return self.question(calls)

    def question(self, calls: list[Call], reference: Callable[..., Any] | None = None) -> Problem:
        """Return the question whether calls compute the reference."""
        return make_problem(
            reference or self.reference, calls, constexprs={}, arrays=self.arrays, sizes=self.sizes, results=("y",)
        )  # fmt: skip


def edit_function(text: str, name: str, edits: tuple[tuple[str, str], ...]) -> str:
    """Return a file's text in which texts of one function are replaced.

    Raises:
        ValueError: the function does not have one of them.
    """
    (function,) = (each for each in ast.parse(text).body if isinstance(each, ast.FunctionDef) and each.name == name)
    lines = text.splitlines(keepends=True)
    body = "".join(lines[function.lineno - 1 : function.end_lineno])
    for old, new in edits:
        if old not in body:
            raise ValueError(f"{name} has no text {old!r}")
        body = body.replace(old, new)
    return "".join((*lines[: function.lineno - 1], body, *lines[function.end_lineno :]))

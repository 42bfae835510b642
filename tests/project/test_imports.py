"""Import direction: imports between folders of the package go one way, and so do those between files, at the top, in functions or
for types.

A folder stands for the files that lie in it, not for folders below it; a file at the top of the package (`api`, `errors`) for
itself. Imports that are listed as open go the other way, with reasons.
"""

from __future__ import annotations

import ast
import graphlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from tests.support.kernels import ROOT
from tests.support.sources import SOURCES

Graph = dict[str, set[str]]

OPEN_FOLDERS = {
    ("families.layout", "baseline"): "a seed is a program of Triton's pass",
    ("triton.compile", "triton.pipeline"): "a child process has the hook, which compiles in child processes",
}
OPEN_FILES = [
    {"checker.algebra", "checker.folds"},  # for a type alone
    {"checker.build", "checker.flags", "checker.masks"},  # for a type alone
    {"text.generic", "text.read", "text.structured", "text.writing"},  # a region is read in the middle of an operation
    {
        "families.region.validation.dispatches",
        "families.region.validation.moves",
        "families.region.validation.validate",
    },  # for a type alone
    {
        "triton.compile.children",
        "triton.compile.compiler",
        "triton.compile.confirm",
        "triton.compile.work",
        "triton.pipeline.hook",
    },  # as above
]
"""Files that import each other in a circle."""


def name_of(path: Path) -> str:
    """The name of a module, without the package's."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    parts = parts[1:] if parts[0] == "egraph_opt" else parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def modules() -> dict[str, Path]:
    return {name_of(path): path for path in SOURCES}


@cache
def files() -> Graph:
    """Return the modules of the package that each module imports."""
    known = modules()
    found: Graph = {}
    for module, path in known.items():
        named = set()
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                named |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                inner = (f"{node.module}.{alias.name}" for alias in node.names)
                named |= {full if full.removeprefix("egraph_opt.") in known else node.module for full in inner}
        ours = {name.removeprefix("egraph_opt").removeprefix(".") for name in named if name.split(".")[0] == "egraph_opt"}
        found[module] = (ours & known.keys()) - {module}
    return found


def folder_of(module: str) -> str:
    return module if modules()[module].name == "__init__.py" or "." not in module else module.rpartition(".")[0]


@cache
def folders() -> Graph:
    found: Graph = {}
    for module, imported in files().items():
        found.setdefault(folder_of(module), set()).update(folder_of(other) for other in imported)
    return {folder: others - {folder} for folder, others in found.items()}


def circles(graph: Graph) -> list[set[str]]:
    """The largest sets of nodes that all lead to each other."""

    def reached(start: str) -> set[str]:
        found, todo = set[str](), [start]
        while todo:
            fresh = graph[todo.pop()] - found
            found |= fresh
            todo += fresh
        return found

    leads = {node: reached(node) for node in graph}
    found = {frozenset({node} | {other for other in leads[node] if node in leads[other]}) for node in graph}
    return [set(circle) for circle in found if len(circle) > 1]


def without(arrows: Iterable[tuple[str, str]]) -> Graph:
    """The folders without some arrows."""
    return {folder: {other for other in others if (folder, other) not in arrows} for folder, others in folders().items()}


def test_folders_import_in_one_direction() -> None:
    graph = without(OPEN_FOLDERS)
    assert len(graph) > 40 and circles(graph) == []
    graphlib.TopologicalSorter(graph).prepare()


@pytest.mark.parametrize("arrow", OPEN_FOLDERS)
def test_each_open_arrow_closes_a_circle(arrow: tuple[str, str]) -> None:
    assert circles(without(OPEN_FOLDERS.keys() - {arrow}))


def test_files_import_in_one_direction() -> None:
    assert sorted(map(sorted, circles(files()))) == sorted(map(sorted, OPEN_FILES))


@pytest.mark.parametrize(
    "folder", ["ir", "core", "operations", "linear_layout", "prover", "extract", "checker", "interpret", "machine", "process"]
)
def test_what_families_stand_on_names_none(folder: str) -> None:
    found = {(a, b) for a, others in files().items() for b in others if a.split(".")[0] == folder and b.startswith("families.")}
    assert not found

"""Import direction: imports between folders of the package go one way, and so do those between files, at the top, in functions or
for types.

A folder stands for the files that lie in it, not for folders below it; a file at the top of the package (`api`, `errors`) for
itself. Imports that are listed as open go the other way, with reasons. Modules that are named in texts, and loaded when they are
needed, are listed too, and so are the calls that load a module whose name is computed.
"""

from __future__ import annotations

import ast
import graphlib
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from egraph_opt.applications import COMMANDS, PARTS
from tests.support.kernels import ROOT
from tests.support.sources import SOURCES

Graph = dict[str, set[str]]

OPEN_FOLDERS = {
    ("families.layout", "baseline"): "a seed is a program of Triton's pass",
}
OPEN_FILES = [
    {"checker.folding.canonicalization", "checker.folding.fold_rules"},  # for a type alone
    {"checker.graph.value_graph_builder", "checker.graph.hint_nodes", "checker.graph.mask_folding"},  # for a type alone
    {
        "text.generic_form",
        "text.parser",
        "text.region_ops",
        "text.region_op_state",
    },  # a region is read in the middle of an operation
    {
        "families.region.validation.dispatch_fingerprints",
        "families.region.validation.movement_fingerprints",
        "families.region.validation.validate",
    },  # for a type alone
]
"""Files that import each other in a circle."""


NAMED = {
    "baseline.libtriton": {"baseline.libtriton"},  # a child process runs it
    "core.family": {"rules"},
    "core.import_hints": {"rules"},
    "core.options": {"core.family", "prover.user_rules"},
    "families.algebra": {"families.algebra.cost", "families.algebra.optimize"},
    "families.algebra.vocabulary": {"families.algebra.vocabulary"},
    "families.layout": {
        "baseline.pass_comparison",
        "cost",
        "cost.model_spec",
        "families.layout.explanation",
        "families.layout.report.report_assembly",
        "triton.offline_decision",
    },
    "families.layout.rotation.term": {"families.layout.rotation.world"},
    "families.layout.vocabulary.term": {"families.layout.vocabulary.world"},
    "families.numerics": {"families.numerics.error_front"},
    "families.numerics.vocabulary": {"families.numerics.vocabulary"},
    "families.pointer": {"families.pointer.pair_check", "families.pointer.compare_fixture", "families.pointer.optimize"},
    "families.pointer.vocabulary.meaning": {"families.pointer.vocabulary.world"},
    "families.region": {
        "families.region.choice.pricing.cost",
        "families.region.compare",
        "iree.program",
    },
    "families.region.choice.pricing.timing_table": {"families.region.choice.pricing"},  # the folder of its data
    "families.region.vocabulary.term": {"families.region.vocabulary.world"},
    "families.vector": {
        "cost.model_spec",
        "families.vector.compare",
        "families.vector.cost",
        "iree.program",
    },
    "process.worker_pool": {"process.worker_main"},  # a child process runs it
    "triton.state.search_parts": {
        "triton.background.kernel_improvement",
        "triton.choice.compile_options",
        "triton.compile.compile_jobs",
        "triton.compile.unit_arguments",
        "triton.launches.descriptor_kernel",
        "triton.launches.version_search",
        "triton.pipeline.compilation",
        "triton.pipeline.two_way_compile",
    },
    "triton.offline_decision": {"triton.offline_decision"},  # a child process runs it
    "verifier.compile_child": {"verifier.compile_child"},  # a child process runs it
    "verifier.vocabulary": {"verifier.vocabulary"},
    "verifier.run.gpu_run": {"verifier.run.gpu_run"},  # the same
}
"""Modules that texts name. A family's declaration and its vocabulary name code, so that it is loaded on first use."""
OPEN_NAMED = {
    ("core", "prover"): "no options are made with a rule of the user's that is not proved",
    ("core", "rules"): "books are found by their file names, and are written in the words of families",
    ("families.layout", "baseline"): "a comparison",
    ("families.layout", "families.layout.report"): "what a report says of layouts",
    ("triton.state", "triton.background"): "what only a search needs",
    ("triton.state", "triton.choice"): "the same",
    ("triton.state", "triton.compile"): "the same",
    ("triton.state", "triton.launches"): "the same",
    ("triton.state", "triton.pipeline"): "the same",
    ("families.layout", "triton"): "the decision of the plug-in is a comparison, too",
}
"""Folders of modules that texts name and that use the folder of the text."""
NO_MODULES = {
    ("plugins", "families"),
    ("plugins", "rules"),
    ("extract", "extract"),
    ("rules", "rules"),
    ("triton.pipeline.ttir_stage", "triton"),
    ("triton.pipeline.two_way_compile", "triton"),
    ("triton.state.report", "triton"),
}
"""Texts that are spelt like modules: groups of entry points, the packages' own names, loggers."""
COMPUTED = {
    "": "public names",
    "applications": "`COMMANDS`, `PARTS`",
    "command.cli": "a command by its name",
    "core.discovery": "packages of families; code that a declaration names",
    "core.family": "`BOOKS`",
    "core.options": "`ADMISSION`, `FAMILIES`",
    "core.vocabulary": "a word that comes from another process",
    "extract": "public names",
    "process.worker_main": "the work that a parent asks for",
    "prover": "the prover that a vocabulary names",
    "prover.proof_cache": "the same",
    "prover.rule_proofs": "the same",
    "rules": "files of books",
    "text": "public names",
    "triton.__main__": "the user's script",
    "triton.compile.child_pools": "modules that a child loads before it has work",
    "apps.fleet.task_runner": "`WORK`",
    "verifier": "public names",
}
"""Modules that load others by a name that is no plain text."""


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
            elif isinstance(node, ast.ImportFrom):
                assert node.module and not node.level, f"{module}: a relative import hides which module it names"
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


def leads_to(start: str, graph: Graph) -> set[str]:
    """The nodes to which a node leads."""
    found, todo = set[str](), [start]
    while todo:
        fresh = graph[todo.pop()] - found
        found |= fresh
        todo += fresh
    return found


def circles(graph: Graph) -> list[set[str]]:
    """The largest sets of nodes that all lead to each other."""
    leads = {node: leads_to(node, graph) for node in graph}
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


LOADERS = {"import_module", "resolve_name", "run_module", "__import__"}
"""Functions of Python that load a module by its name."""
MODULE = re.compile(r"egraph_opt\.([\w.]+)(?::\w+)?")


@cache
def texts() -> dict[str, list[str]]:
    """The texts in each module, without those that are documentation."""
    found = {}
    for module, path in modules().items():
        tree = ast.parse(path.read_text())
        said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in said)
        found[module] = [node.value for node in constants if isinstance(node.value, str)]
    return found


@cache
def named() -> Graph:
    """The modules that the texts of each module name."""
    found: Graph = {}
    for module, inside in texts().items():
        names = {match[1] for text in inside if (match := MODULE.fullmatch(text)) and match[1] in modules()}
        if names := {name for name in names if (module, name) not in NO_MODULES}:
            found[module] = names
    return found


def is_application(module: str) -> bool:
    return module.split(".")[0] == "apps"


def test_modules_that_texts_name_are_listed() -> None:
    assert {m: others for m, others in named().items() if m != "applications" and not is_application(m)} == NAMED


def test_texts_that_name_modules_above_are_listed() -> None:
    arrows = {(folder_of(module), folder_of(other)) for module in NAMED for other in NAMED[module]}
    graph = without(OPEN_FOLDERS)
    assert {(a, b) for a, b in arrows if a != b and a in leads_to(b, graph)} == OPEN_NAMED.keys()


def loads_by_computed_name(tree: ast.Module) -> bool:
    """Return whether a module uses a loader, under any name, otherwise than in a call with a plain text."""
    imported = [alias for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names]
    loaders = LOADERS | {alias.asname for alias in imported if alias.asname and alias.name in LOADERS}
    plain = {id(n.func) for n in ast.walk(tree) if isinstance(n, ast.Call) and n.args and isinstance(n.args[0], ast.Constant)}
    names = {id(n): n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
    names |= {id(n): n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
    return any(name in loaders and node not in plain for node, name in names.items())


def test_modules_that_load_what_no_plain_text_names_are_listed() -> None:
    found = {module for module, path in modules().items() if loads_by_computed_name(ast.parse(path.read_text()))}
    assert found == COMPUTED.keys()


@pytest.mark.parametrize(
    "text",
    [
        "from importlib import import_module as load\nload(name)",
        "import pkgutil\npkgutil.resolve_name(name)",
        "map(import_module, names)",
    ],
)
def test_a_loader_under_another_name_is_found(text: str) -> None:
    assert loads_by_computed_name(ast.parse(text)) and not loads_by_computed_name(ast.parse("import_module('json')"))


def test_nothing_of_the_engine_knows_an_application_but_by_one_table() -> None:
    assert not {(a, b) for a, others in files().items() for b in others if is_application(b) and not is_application(a)}
    known = {module for module, inside in texts().items() if any(re.search(r"\bapps\b", text) for text in inside)}
    assert {module for module in known if not is_application(module)} == {"applications"}
    assert len(named()["applications"]) == len({*COMMANDS.values(), *(place.partition(":")[0] for place in PARTS.values())}) == 12


def test_applications_use_what_is_public() -> None:
    private = set()
    for module in filter(is_application, modules()):
        ours = set()
        tree = ast.parse(modules()[module].read_text())
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("egraph_opt"):
                ours |= {alias.asname or alias.name for alias in node.names}
                private |= {(module, alias.name) for alias in node.names if re.match(r"_[a-z]", alias.name)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and re.match(r"_[a-z]", node.attr) and getattr(node.value, "id", "") in ours:
                private.add((module, node.attr))
    assert not private


def test_families_do_not_use_each_other() -> None:
    def family(module: str) -> str:
        return module.split(".")[1] if module.startswith("families.") else ""

    pairs = {(family(a), b) for a, others in files().items() for b in others if family(a) and family(b) not in ("", family(a))}
    assert {(a, family(b)) for a, b in pairs} == {("vector", "layout")}

"""Nothing of a program that is read becomes code: no evaluation, no unpickling, no shell, no formatted program of the e-graph engine."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.kernels import ROOT
from tests.support.sources import SOURCES

CALLS = {"eval", "exec", "compile", "__import__", "sympify", "parse_expr", "parse_expression", "literal_eval"}
"""Functions that take text for code."""
MODULES = {"pickle", "cloudpickle", "dill", "marshal", "shelve"}
METHODS = {"system", "popen", "parse_and_run_program", "py_exec"} | CALLS - {
    "compile",
    "eval",
}  # `re.compile`; a model of z3 is evaluated
ARGUMENTS = {"shell", "allow_pickle"}
ENGINE = ROOT / "egraph_opt/core/engine.py"
"""It runs egglog programs that are text."""
PIPES = {"egraph_opt/process/worker_pool.py", "egraph_opt/process/worker_main.py"}
"""They pickle for pipes between a process and a child that it started, and read no other pickle."""


def faults(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        where = f"{path}:{getattr(node, 'lineno', 0)}"
        match node:
            case ast.Import(names):
                yield from (f"{where}: import {n.name}" for n in names if n.name.split(".")[0] in MODULES)
            case ast.ImportFrom(module=str(module), names=names):
                if module.split(".")[0] in MODULES or (module == "os" and any(n.name in METHODS for n in names)):
                    yield f"{where}: from {module} import"
            case ast.Call(func=ast.Name(name), keywords=keywords) if name in CALLS or any(k.arg in ARGUMENTS for k in keywords):
                yield f"{where}: {name}()"
            case ast.Call(func=ast.Attribute(attr="parse_program"), args=arguments):
                match arguments:
                    case [ast.Name("program")] if path == ENGINE:
                        pass
                    case _:
                        yield f"{where}: parse_program elsewhere than in the engine"
            case ast.Call(func=ast.Name("opened"), args=arguments):
                # the only programs in text are those that are made of words and rules
                if [ast.unparse(argument) for argument in arguments] != ["language.program", "*lines"]:
                    yield f"{where}: opened() with something else than a language"
            case ast.Call(func=ast.Attribute(attr=name), keywords=keywords):
                if name in METHODS or any(k.arg in ARGUMENTS for k in keywords):
                    yield f"{where}: .{name}()"


def test_no_text_becomes_code() -> None:
    found = {str(path.relative_to(ROOT)): list(faults(path)) for path in SOURCES}
    assert all("pickle" in fault for path in PIPES for fault in found.pop(path))
    assert [fault for each in found.values() for fault in each] == []


@pytest.mark.parametrize(
    "line",
    [
        "eval(text)",
        "sympy.sympify(text)",
        "import pickle",
        "from marshal import loads",
        "os.system(text)",
        "from os import system",
        "subprocess.run(text, shell=True)",
        "np.load(path, allow_pickle=True)",
        'graph.parse_program(f"(f {text})")',
        "graph.parse_program(program)",
        "opened(text)",
        "opened(language.program, text)",
    ],
)
def test_each_fault_is_found(line: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.py"
    path.write_text(line)
    assert len(list(faults(path))) == 1

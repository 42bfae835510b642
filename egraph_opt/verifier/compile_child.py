"""Compilation of kernels from Python to TTIR by Triton's own front end, without a GPU, in a child process: libtriton aborts the whole
process on some inputs, and a user's module runs code.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from egraph_opt.errors import reason_of
from egraph_opt.process.module_child import begin, run_module

SECONDS = 120.0
"""Timeout of one child process."""


@dataclass(frozen=True, slots=True)
class PythonKernel:
    """A Triton kernel in Python, with the types and constants for which it is compiled.

    Attributes:
        file, name: the Python file, and the name of the kernel in it.
        text: source text, in place of a file that does not exist; empty otherwise.
        signature: types of the arguments that are no compile-time constants, as Triton writes them (`*fp32`, `i32`), by name.
        positional: the same types in order of the parameters, in place of `signature`; None if that is given.
        constexprs: compile-time constants by name.
        target: processor, such as `cuda:90`.
    """

    file: str
    name: str
    text: str = ""
    signature: Mapping[str, str] = field(default_factory=dict)
    positional: Sequence[str] | None = None
    constexprs: Mapping[str, Any] = field(default_factory=dict)
    target: str = "cuda:90"


@dataclass(frozen=True, slots=True)
class CompilerAnswer:
    """Result of a compilation: TTIR with the names of its parameters, or an error with its line, column and source text."""

    ttir: str = ""
    parameters: tuple[str, ...] = ()
    error: str = ""
    line: int = 0
    column: int = 0
    source: str = ""


def available() -> bool:
    """Return whether Triton is installed."""
    return importlib.util.find_spec("triton") is not None


def compile_kernels(kernels: Sequence[PythonKernel], seconds: float = SECONDS) -> list[CompilerAnswer]:
    """Compile kernels in a child process; if it dies, the kernel in progress has failed, and a new child compiles the rest."""
    import subprocess

    found: list[CompilerAnswer] = []
    while len(found) < len(kernels):
        rest = kernels[len(found) :]
        try:
            child = run_module("egraph_opt.verifier.compile_child", json.dumps([asdict(kernel) for kernel in rest]), seconds)
            lines = child.stdout.splitlines()
        except subprocess.TimeoutExpired:
            lines = []
        answers = [CompilerAnswer(**{**json.loads(line), "parameters": tuple(json.loads(line)["parameters"])}) for line in lines]
        found += answers
        if len(answers) < len(rest):
            found.append(CompilerAnswer(error="Triton's front end died"))
    return found


def _load(kernel: PythonKernel) -> Any:
    """Import a kernel's file and return its Triton function, without autotuner and heuristics around it.

    Raises:
        ValueError: the file is no Python file or has no Triton kernel of this name.
    """
    path = Path(kernel.file)
    if kernel.text:  # Triton reads the source of a kernel from its file
        path = Path(tempfile.gettempdir(), path.name)
        path.write_text(kernel.text, encoding="utf-8")
    module_name = f"_verified_{path.stem}".replace("-", "_")
    spec = importlib.util.spec_from_file_location(module_name, path)
    if spec is None or spec.loader is None:
        raise ValueError(f"{kernel.file} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    sys.path.insert(0, str(path.parent.resolve()))
    spec.loader.exec_module(module)
    found: Any = module
    for part in kernel.name.split("."):
        found = getattr(found, part, None)
    while found is not None and not hasattr(found, "arg_names"):
        found = getattr(found, "fn", None)
    while hasattr(found, "fn") and hasattr(found.fn, "arg_names"):
        found = found.fn
    if found is None or not hasattr(found, "src"):
        raise ValueError(f"{kernel.file} has no Triton kernel named {kernel.name}")
    return found


def _compile(kernel: PythonKernel) -> CompilerAnswer:
    """Compile one kernel in this process."""
    from egraph_opt.triton.capture.fake_driver import driver, target_of

    target = target_of(kernel.target)
    with driver(target), contextlib.redirect_stdout(sys.stderr):
        return _lower(_load(kernel), kernel, target)


def _lower(function: Any, kernel: PythonKernel, target: Any) -> CompilerAnswer:
    from triton import language
    from triton._C.libtriton import ir
    from triton.compiler import ASTSource
    from triton.compiler.compiler import make_backend

    backend = make_backend(target)
    signature, constants = _signature(function, kernel, language)
    places = {(function.arg_names.index(name),): value for name, value in constants.items()}
    source = ASTSource(function, signature, places, {})
    options = backend.parse_options(
        {name: value for name, value in kernel.constexprs.items() if name in ("num_warps", "num_stages")}
    )
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    stages: dict[str, Any] = {}
    backend.add_stages(stages, options, source.language)
    module = source.make_ir(target, options, backend.get_codegen_implementation(options), backend.get_module_map(), context)
    module = stages["ttir"](module, {})
    return CompilerAnswer(module.str_nodebug(), tuple(name for name, kind in signature.items() if kind != "constexpr"))


def _signature(function: Any, kernel: PythonKernel, language: Any) -> tuple[dict[str, str], dict[str, Any]]:
    """Return the type of each parameter of a Triton function, and its compile-time constants.

    Raises:
        ValueError: a parameter has no argument, or there are too many.
    """
    constants = {p.name: p.default for p in function.params if p.is_constexpr and p.has_default}
    constants |= {name: _constant(value, language) for name, value in kernel.constexprs.items() if name in function.arg_names}
    given = dict(kernel.signature)
    if kernel.positional is not None:
        free = [name for name in function.arg_names if name not in constants]
        if len(free) != len(kernel.positional):
            raise ValueError(f"{kernel.name} takes {len(free)} arguments ({', '.join(free)}), not {len(kernel.positional)}")
        given = dict(zip(free, kernel.positional, strict=True))
    constants |= dict.fromkeys((name for name, kind in given.items() if kind == "constexpr"))
    for p in function.params:
        if p.name not in given and p.name not in constants and p.has_default:
            constants[p.name] = p.default
    known = {**given, **dict.fromkeys(constants, "constexpr")}
    if missing := [name for name in function.arg_names if name not in known]:
        raise ValueError(f"{kernel.name} also takes {', '.join(missing)}")
    return {name: known[name] for name in function.arg_names}, constants


def _constant(value: Any, language: Any) -> Any:
    """Return the value of a compile-time constant; a text such as `tl.float16` gives Triton's data type."""
    if isinstance(value, str) and value.startswith("tl."):
        return getattr(language, value.removeprefix("tl."), value)
    return value


def _answer(kernel: PythonKernel) -> CompilerAnswer:
    try:
        return _compile(kernel)
    except (ImportError, SyntaxError, ValueError, OSError) as error:
        return CompilerAnswer(error=reason_of(error))
    except BaseException as error:  # Triton's errors, and whatever a user's module raises
        return _refusal(kernel, error)


def _refusal(kernel: PythonKernel, error: BaseException) -> CompilerAnswer:
    """Return the error message of Triton's front end, with the innermost source location that it gives."""
    line = column = 0
    source, inner = "", error
    while True:
        node, text = getattr(inner, "node", None), getattr(inner, "src", None)
        if node is not None and text and hasattr(node, "lineno"):
            column, lines = node.col_offset + 1, text.splitlines()
            source = lines[node.lineno - 1] if node.lineno <= len(lines) else ""
            whole = Path(kernel.file).read_text(encoding="utf-8").splitlines() if Path(kernel.file).is_file() else []
            line = whole.index(lines[0]) + node.lineno if whole.count(lines[0]) == 1 else 0
        if inner.__cause__ is None:
            break
        inner = inner.__cause__
    said = " ".join(str(getattr(inner, "error_message", None) or inner).split())
    return CompilerAnswer(
        error=f"Triton refuses {kernel.name}: {said or 'it gives no reason'}", line=line, column=column, source=source
    )


def main() -> None:
    """Compile the kernels that standard input lists as JSON, and print one line of JSON for each."""
    begin()
    for each in json.loads(sys.stdin.read()):
        print(json.dumps(asdict(_answer(PythonKernel(**each)))), flush=True)


if __name__ == "__main__":
    main()

"""Programs (TTIR) of kernels, read from TTIR files or folders of captured kernels, or compiled from Python by Triton."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from egraph_opt.ir.module import InputError, Module, Op, symbol_name
from egraph_opt.text import read
from egraph_opt.text.program_input import decode_bytes
from egraph_opt.verifier.compile_child import PythonKernel, available, compile_kernels
from egraph_opt.verifier.user_question import ProblemError, is_kernel_file, kernel_name

PROGRAM = "input.ttir"
"""Name of the TTIR file in the folder of a captured kernel."""


@dataclass(frozen=True, slots=True)
class Program:
    """A kernel in TTIR.

    Attributes:
        function: the kernel's function.
        functions: functions that it may call, by symbol.
        parameters: names of its parameters.
        source: file or kernel from which it comes, for messages.
        text: TTIR that Triton's front end has made; empty for a kernel that was given as TTIR.
    """

    function: Op
    functions: Mapping[str, Op]
    parameters: tuple[str, ...]
    source: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """A kernel with everything on which its TTIR depends: argument types, by name or in order, and compile-time constants."""

    kernel: Any
    types: Mapping[str, str] | Sequence[str]
    constexprs: Mapping[str, Any]

    @property
    def key(self) -> str:
        """Text that identifies the request: equal requests have equal keys."""
        types = sorted(self.types.items()) if isinstance(self.types, Mapping) else list(self.types)
        kernel = str(self.kernel) if isinstance(self.kernel, str | Path) else id(self.kernel)
        return repr((kernel, types, sorted(self.constexprs.items(), key=str)))


def load_programs(requests: Sequence[Request], target: str = "cuda:90") -> list[Program]:
    """Return the program of each request; kernels in Python are compiled in one child process.

    Raises:
        InputError: a text is not valid TTIR, or a kernel in Python does not compile.
        ProblemError: there is no such kernel, or Triton's front end refuses it.
        OSError: a file cannot be read.
    """
    compiled = {request.key: _kernel_of(request, target) for request in requests if is_python(request.kernel)}
    if compiled and not available():
        raise ProblemError("kernels in Python need Triton: pip install -e '.[triton]' in a clone, or give files of TTIR")
    answers = dict(zip(compiled, compile_kernels(list(compiled.values())), strict=True)) if compiled else {}
    found = []
    for request in requests:
        answer = answers.get(request.key)
        if answer is None:
            found.append(program_of(request.kernel))
        elif answer.line:
            file = compiled[request.key].file
            raise InputError(answer.error, answer.line, answer.column, filename=file, source=answer.source)
        elif answer.error:
            raise ProblemError(f"{kernel_name(request.kernel)}: {answer.error}")
        else:
            name = kernel_name(request.kernel)
            module = read(answer.ttir, name)
            found.append(replace(_program(module, "", name, answer.parameters), text=answer.ttir))
    return found


def is_python(kernel: Any) -> bool:
    """Return whether a kernel is given as Python: a Triton function or a text `file.py:kernel`."""
    return is_kernel_file(kernel) if isinstance(kernel, str) else not isinstance(kernel, Path)


def program_of(kernel: str | Path) -> Program:
    """Read a kernel from TTIR text, a file (`file.ttir` or `file.ttir:function`), or the folder of a captured kernel.

    Raises:
        InputError: the text is not valid TTIR, or has no such function.
        OSError: the file cannot be read.
    """
    if isinstance(kernel, str) and "\n" in kernel:
        return _program(read(kernel, "<text>"), "", "<text>")
    path, name = Path(kernel), ""
    if not path.exists() and ":" in str(kernel):
        file, _, name = str(kernel).rpartition(":")
        path = Path(file)
    if path.is_dir():
        path /= PROGRAM
    text = decode_bytes(path.read_bytes(), str(path))
    return _program(read(text, str(path)), name, str(path))


def _program(module: Module, name: str, source: str, parameters: tuple[str, ...] | None = None) -> Program:
    functions = {symbol_name(op): op for op in module.functions()}
    public = [op for op in functions.values() if op.attributes.get("sym_visibility", "").strip('"') != "private"]
    if name:
        if name not in functions:
            raise InputError(f"there is no function @{name}", filename=source)
        public = [functions[name]]
    if len(public) != 1:
        what = "no function with a body" if not public else f"{len(public)} functions"
        note = f"name one: {source}:{public[0].attributes.get('sym_name', '').strip(chr(34))}" if public else ""
        raise InputError(f"the program holds {what}", note=note, filename=source)
    arguments = public[0].regions[0].blocks[0].arguments
    names = parameters or tuple(value.name.lstrip("%") for value in arguments)
    if len(names) != len(arguments):
        raise InputError(f"the program takes {len(arguments)} arguments, and the kernel {len(names)}", filename=source)
    return Program(public[0], functions, names, source)


def _kernel_of(request: Request, target: str) -> PythonKernel:
    """Return the request in the form that the child process takes."""
    by_name = request.types if isinstance(request.types, Mapping) else {}
    in_order = None if isinstance(request.types, Mapping) else list(request.types)
    if isinstance(request.kernel, str):
        file, _, name = request.kernel.rpartition(":")
        if not Path(file).is_file():
            raise FileNotFoundError(2, "No such file or directory", file)
        return PythonKernel(file, name, "", by_name, in_order, request.constexprs, target)
    function = request.kernel
    while hasattr(function, "fn") and not hasattr(function, "src"):  # a tuner, or heuristics
        function = function.fn
    if not hasattr(function, "src") or not hasattr(function, "arg_names"):
        raise ProblemError(f"{kernel_name(request.kernel)} is no kernel: give a Triton kernel, file.py:kernel, or TTIR")
    from egraph_opt.triton.capture.kernel_source import standing_alone

    text = standing_alone(function) or ""
    file = str(function.fn.__code__.co_filename)
    return PythonKernel(file, str(function.__name__), text, by_name, in_order, request.constexprs, target)

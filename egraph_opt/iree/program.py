"""Programs through IREE's tools: parsing of any form, printing in generic form, and execution on the CPU."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from contextlib import suppress
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from egraph_opt.ir.module import InputError, Module, symbol_name
from egraph_opt.iree.compiler import DEFAULT
from egraph_opt.iree.tool_process import IreeError, available, call
from egraph_opt.process.module_child import scratch
from egraph_opt.text import read
from egraph_opt.text.program_input import is_generic
from egraph_opt.text.resources import resource_blobs
from egraph_opt.text.resources.dialect_resources import surroundings
from egraph_opt.text.resources.resource_blobs import CONTENTS
from egraph_opt.text.syntax.lexer import MAX_BYTES

_PLACE = re.compile(r"iree-opt: <stdin>:(\d+):(\d+): error: (.*)", re.DOTALL)
"""Error message of the tool with a position in the input text."""


def generic(text: str) -> str:
    return call("iree-opt", "--mlir-print-op-generic", "--mlir-print-local-scope", "-", text=text)


def print_plain(text: str) -> str:
    """Print a program in custom assembly, without the contents of constants, or return an empty string if IREE fails."""
    at = contents(text)
    try:
        return call("iree-opt", "--mlir-print-local-scope", "-", text=text[:at] if at else text)
    except IreeError:
        return ""


def contents(text: str) -> int:
    """Return the offset in a program's text of the section with long constants, which is not parsed; 0 if there is none."""
    return max(0, text.find(CONTENTS) if len(text) > MAX_BYTES else resource_blobs.place(text))


def read_printed(text: str, unread: Container[str] = ()) -> Module:
    """Parse the output of an IREE tool, in generic form; of operations whose names are in `unread`, parse only the name."""
    at = contents(text)
    return replace(read(text[:at], unread=unread), footer=text[at:]) if at else read(text, unread=unread)


def read_any(text: str, filename: str, first_line: int = 1) -> Module:
    """Parse a program; custom assembly that this package does not parse is first converted by IREE's printer.

    Raises:
        InputError: the text is not a program, or is in custom assembly while IREE is not installed.
    """
    if is_generic(text):
        return read(text, filename, first_line)
    if not available():
        return _plain(text, filename, first_line)
    try:
        if at := contents(text):
            return replace(with_surroundings(read(generic(text[:at]), filename), text[:at]), footer=text[at:])
        return with_surroundings(read(generic(text), filename), text)
    except IreeError as error:
        found = _PLACE.match(str(error))
        if found is None:
            raise InputError(str(error), filename=filename) from None
        line, lines = int(found[1]), text.splitlines()
        source = lines[line - 1] if line <= len(lines) else ""
        raise InputError(found[3].strip(), line + first_line - 1, int(found[2]), "", filename, source) from None


def _plain(text: str, filename: str, first_line: int) -> Module:
    with suppress(InputError):
        if (module := read(text, filename, first_line)).generic:
            return module
    message = "IREE reads programs in this form, and is not installed: pip install -e '.[iree]' in a clone"
    note = "programs in MLIR's generic form need no IREE: iree-opt --mlir-print-op-generic --mlir-print-local-scope writes it"
    raise InputError(message, first_line, 1, note, filename, text.splitlines()[0])


def with_surroundings(module: Module, text: str) -> Module:
    """Add to `module`, which an IREE tool printed, the comments and resources that surround the program in `text`, the tool's input.

    IREE's printer drops comments, and with some flags the contents of constants in `{-# ... #-}`.
    """
    try:
        before, after, metadata, held = surroundings(text)
    except InputError:
        return module  # the tool accepts a form that this package does not parse
    footer = module.footer
    if all(held.get(path, "").lower() == blob.lower() for path, blob in module.resources.items()) and metadata:
        begin, end = footer.find("{-#"), footer.rfind("#-}") + len("#-}")
        footer = footer[:begin] + metadata + footer[end:] if begin >= 0 else footer.rstrip("\n") + f"\n\n{metadata}\n"
        module = replace(module, resources=held)
    return replace(module, header=before + module.header, footer=footer + after)


def run(
    text: str, function: str, inputs: Sequence[NDArray[np.generic] | int], flags: Sequence[str] = ()
) -> list[NDArray[np.generic]]:
    """Compile a program for this CPU, with further flags, and run a function of the program on tensors and integers.

    Raises:
        IreeError: IREE does not compile the program, or the run fails.
    """
    with scratch() as folder:
        module = f"{folder}/module.vmfb"
        call("iree-compile", *DEFAULT.arguments, *flags, "-", "-o", module, text=text)
        arguments = []
        for n, given in enumerate(inputs):
            if not isinstance(given, int):
                np.save(f"{folder}/in{n}.npy", given)
            arguments.append(f"--input={given}" if isinstance(given, int) else f"--input=@{folder}/in{n}.npy")
        results = text_results(text, function)
        arguments += [f"--output=@{folder}/out{n}.npy" for n in range(results)]
        call("iree-run-module", f"--module={module}", "--device=local-sync", f"--function={function}", *arguments)
        return [np.load(f"{folder}/out{n}.npy") for n in range(results)]


def text_results(text: str, function: str) -> int:
    found = next(
        op for op in read_any(text, "").op.walk() if op.name in ("util.func", "func.func") and symbol_name(op) == function
    )
    return len(found.regions[0].blocks[-1].ops[-1].operands)

"""Verification of a parsed module: unique symbols, consistent shapes, element types and attributes."""

from __future__ import annotations

from egraph_opt.ir.module import FUNCTIONS, InputError, Module, Op, symbol_name
from egraph_opt.ir.verification.element_kind_check import find_misuse
from egraph_opt.ir.verification.shape_check import shape_error
from egraph_opt.ir.verification.tts_access_check import find_misfit


def verify(module: Module, text: str, first_line: int = 1) -> None:
    """Verify that functions have different names, and that operands, results and attributes of known operations are consistent.

    Args:
        text: the source of the module, which begins at line `first_line` of its file.

    Raises:
        InputError: two functions have one name, or operands, results and attributes of an operation are inconsistent.
    """
    for table in (op for op in module.op.walk() if op.name == "builtin.module"):
        seen: set[str] = set()
        for function in (op for region in table.regions for block in region.blocks for op in block.ops if op.name in FUNCTIONS):
            name = symbol_name(function)
            if name and name in seen:
                raise at(f"redefinition of symbol named '{name}'", function, f"@{name}", module, text, first_line)
            seen.add(name)
    for op in module.op.walk():
        if wrong := shape_error(op) or find_misuse(op) or find_misfit(op):
            raise at(f"{op.name}: {wrong}", op, op.name, module, text, first_line)


def at(message: str, op: Op, word: str, module: Module, text: str, first_line: int, note: str = "") -> InputError:
    """Return an error located at a word in an operation's first line."""
    source = text.splitlines()[op.line - first_line] if op.line else ""
    return InputError(message, op.line, max(source.find(word), 0) + 1, note, module.filename, source)

"""Compilation of a program and its original in one run of IREE.

Both programs have the same globals, which in a network take IREE longer than the functions. The changed functions of the original are
appended to the new program under other names, and IREE's output is split.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from egraph_opt.ir.module import FUNCTIONS, Module, Op, symbol_name
from egraph_opt.iree.compiler import IreeBackend, compile_to_stream
from egraph_opt.iree.executable_classes import divide_module
from egraph_opt.iree.tool_process import IreeError
from egraph_opt.text import write

LEAST_GLOBALS = 32
"""Minimum number of globals for one run instead of two runs."""
SUFFIX = "_given"
"""Suffix of the names of the original program's functions."""

_BARE = re.compile(r"[A-Za-z_][\w$.-]*", re.ASCII)
_TOP = re.compile(r'^  "(?:util|func)\.func"\(', re.MULTILINE)
_USED = re.compile(r'@"?([\w$.-]+)')
_FUNCTION = '  "util.func"('
_BEGIN = re.compile(r'^(?=  "(?:stream\.executable|util\.func)"\()', re.MULTILINE)
_NAME = re.compile(r'\bsym_name = "([^"]+)"')
_CALLED = re.compile(r"@([\w$.-]+)::@")


def stream_both(new: Module, given: Module, chosen: IreeBackend) -> None:
    """Compile two programs to IREE's phase `stream` in one run, and store the results in the cache of `compile_to_stream`.

    Do nothing for programs with few globals, or if the results might differ from separate runs.

    Args:
        new: the original program with some functions rewritten.
        given: the original program.
        chosen: the target of both.
    """
    ops = given.op.regions[0].blocks[0].ops
    apart = _changed_functions(new.op.regions[0].blocks[0].ops, ops)
    names = {symbol_name(op) for op in apart}
    taken = {symbol_name(op) for op in ops if op.name in FUNCTIONS}
    if not apart or sum(op.name == "util.global" for op in ops) < LEAST_GLOBALS or any(name + SUFFIX in taken for name in names):
        return
    if not all(map(_BARE.fullmatch, taken)):
        return  # names in quotes
    try:
        made = compile_to_stream(_append_functions(new, apart, names), chosen)
    except IreeError:
        return  # separate runs will find which program is wrong
    for module, mine in ((new, True), (given, False)):
        if found := part(made, names, mine):
            compile_to_stream.note(found, write(module), chosen)


def _changed_functions(new: Sequence[Op], given: Sequence[Op]) -> list[Op]:
    """Return the functions of `given` that differ in `new`, and their transitive callers; empty if other operations differ."""
    pairs = list(zip(given, new, strict=False))
    found = [x for x, y in pairs if x is not y]
    if len(new) != len(given) or any((x.name, symbol_name(x)) != (y.name, symbol_name(y)) for x, y in pairs):
        return []
    uses = {
        op: {name for inner in op.walk() for text in inner.attributes.values() for name in _USED.findall(text)} for op in given
    }
    while more := [op for op in given if op not in found and uses[op] & {symbol_name(x) for x in found}]:
        found += more
    return [op for op in given if op in found] if all(op.name in FUNCTIONS for op in found) else []


def _append_functions(new: Module, apart: Sequence[Op], names: Collection[str]) -> str:
    """Append the functions `apart` to a program under other names, and return the text."""
    (region,) = new.op.regions
    (block,) = region.blocks
    both = replace(region, blocks=(replace(block, ops=(*block.ops, *apart)),))
    text = write(replace(new, op=replace(new.op, regions=(both,), written=None), footer="\n"))
    begin = [found.start() for found in _TOP.finditer(text)][-len(apart)]
    every = "|".join(map(re.escape, names))
    named = re.sub(rf'((?:\bsym_name = "|@"?)(?:{every}))(?![\w$.-])', rf"\1{SUFFIX}", text[begin:])
    return text[:begin] + named + new.footer  # the footer may have large constants, so it is appended last


def part(text: str, names: Collection[str], mine: bool) -> str:
    """Return one of two programs from IREE's output: its functions, and the executables that they call.

    Args:
        text: both programs at phase `stream`, in generic form.
        names: names of the functions that exist twice.
        mine: whether to return the new program, with initialisers of globals.

    Returns:
        The program, or empty for an unsupported output.
    """
    found = divide_module(text, _BEGIN)
    if '"::@' in text or found is None:
        return ""
    head, items = found
    owners = {item: _owner(item, names) for item, _ in items if item.startswith(_FUNCTION)}
    ours, theirs = ([item for item, owner in owners.items() if owner is of] for of in (True, False))
    if not ours or len(ours) != len(theirs):
        return ""
    at = dict(zip(ours, ours if mine else theirs, strict=True))  # replacement of each function of the new program
    dropped = set(theirs if mine else ours)
    called = {x for item in owners if item not in dropped for x in _CALLED.findall(item)}
    of_others = {x for item in dropped for x in _CALLED.findall(item)}
    if mine:
        of_others -= {x for other in (head, *(after for _, after in items)) for x in _CALLED.findall(other)}

    def keep_item(item: str) -> str:
        if item in owners:
            return str(at.get(item, "" if owners[item] is False else item))
        name = _NAME.search(item)
        return item if name is None or name[1] in called or (mine and name[1] not in of_others) else ""

    return "".join((head, *(keep_item(item) + after for item, after in items)))


def _owner(function: str, names: Collection[str]) -> bool | None:
    """Return whether a function is in the new program only (True), in the original program only (False), or in both (None)."""
    found = _NAME.search(function)
    name = found[1] if found else ""
    for of in (name, name.removesuffix("$async")):  # IREE may split a function
        if of in names or of.removesuffix(SUFFIX) in names:
            return of in names
    return None

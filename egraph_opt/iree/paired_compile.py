"""A program and the one that it was made from, compiled by IREE in one run.

Both have the same parameters, which in a network take IREE longer than the functions. So the functions of the one stand beside those of the
other, under names of their own, and what IREE makes of them is told apart.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from egraph_opt.ir.module import FUNCTIONS, Module, Op
from egraph_opt.iree.compile import IreeBackend, compile_to_stream
from egraph_opt.iree.executable_classes import divide_module
from egraph_opt.iree.process import IreeError
from egraph_opt.text import write

LEAST_GLOBALS = 32
"""Number of globals from which one run takes much less than two."""
SUFFIX = "_given"
"""Suffix of the names that functions of the program get from which the other was made."""

_BARE = re.compile(r"[A-Za-z_][\w$.-]*", re.ASCII)
_TOP = re.compile(r'^  "(?:util|func)\.func"\(', re.MULTILINE)
_USED = re.compile(r'@"?([\w$.-]+)')
_FUNCTION = '  "util.func"('
_BEGIN = re.compile(r'^(?=  "(?:stream\.executable|util\.func)"\()', re.MULTILINE)
_NAME = re.compile(r'\bsym_name = "([^"]+)"')
_CALLED = re.compile(r"@([\w$.-]+)::@")


def stream_both(new: Module, given: Module, chosen: IreeBackend) -> None:
    """Let IREE compile two programs to its phase `stream` at once, so that `compile_to_stream` knows both. Nothing happens if they have few
    globals, or if one run might give something else than two.

    Args:
        new: a program with some functions changed, and with nothing else.
        given: the program from which it was made.
        chosen: what IREE compiles both for.
    """
    ops = given.op.regions[0].blocks[0].ops
    apart = _changed_functions(new.op.regions[0].blocks[0].ops, ops)
    names = {_name(op) for op in apart}
    taken = {_name(op) for op in ops if op.name in FUNCTIONS}
    if not apart or sum(op.name == "util.global" for op in ops) < LEAST_GLOBALS or any(name + SUFFIX in taken for name in names):
        return
    if not all(map(_BARE.fullmatch, taken)):
        return  # names that are written in quotes
    try:
        made = compile_to_stream(_append_functions(new, apart, names), chosen)
    except IreeError:
        return  # which of the two is wrong will be found
    for module, mine in ((new, True), (given, False)):
        if found := part(made, names, mine):
            compile_to_stream.note(found, write(module), chosen)


def _changed_functions(new: Sequence[Op], given: Sequence[Op]) -> list[Op]:
    """Return the functions of a program that another one has changed, and those that call one of these. None if anything else differs or
    refers to one of them."""
    pairs = list(zip(given, new, strict=False))
    found = [x for x, y in pairs if x is not y]
    if len(new) != len(given) or any((x.name, _name(x)) != (y.name, _name(y)) for x, y in pairs):
        return []
    uses = {
        op: {name for inner in op.walk() for text in inner.attributes.values() for name in _USED.findall(text)} for op in given
    }
    while more := [op for op in given if op not in found and uses[op] & {_name(x) for x in found}]:
        found += more
    return [op for op in given if op in found] if all(op.name in FUNCTIONS for op in found) else []


def _append_functions(new: Module, apart: Sequence[Op], names: Collection[str]) -> str:
    """Return a program with more functions, under names of their own."""
    (region,) = new.op.regions
    (block,) = region.blocks
    both = replace(region, blocks=(replace(block, ops=(*block.ops, *apart)),))
    text = write(replace(new, op=replace(new.op, regions=(both,), written=None), footer="\n"))
    begin = [found.start() for found in _TOP.finditer(text)][-len(apart)]
    every = "|".join(map(re.escape, names))
    named = re.sub(rf'((?:\bsym_name = "|@"?)(?:{every}))(?![\w$.-])', rf"\1{SUFFIX}", text[begin:])
    return text[:begin] + named + new.footer  # which may have the contents of constants, and is not copied before


def _name(op: Op) -> str:
    return op.attributes.get("sym_name", "").strip('"')


def part(text: str, names: Collection[str], mine: bool) -> str:
    """Return what IREE has made of one of two programs: its functions, and the executables that they call.

    Args:
        text: both programs in phase `stream`, in generic form.
        names: the names of the functions of which there are two.
        mine: whether the new program is wanted. It has what only initialises globals, too.

    Returns:
        The program; empty if it has a form that is not read here.
    """
    found = divide_module(text, _BEGIN)
    if '"::@' in text or found is None:
        return ""
    head, items = found
    owners = {item: _owner(item, names) for item, _ in items if item.startswith(_FUNCTION)}
    ours, theirs = ([item for item, owner in owners.items() if owner is of] for of in (True, False))
    if not ours or len(ours) != len(theirs):
        return ""
    at = dict(zip(ours, ours if mine else theirs, strict=True))  # what stands in the place of a function of the new program
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
    """Return whether a function is one of the new program; None if it is one of both."""
    found = _NAME.search(function)
    name = found[1] if found else ""
    for of in (name, name.removesuffix("$async")):  # IREE may split a function
        if of in names or of.removesuffix(SUFFIX) in names:
            return of in names
    return None

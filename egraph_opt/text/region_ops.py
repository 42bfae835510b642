"""Parsers of operations with regions in custom assembly: modules, functions, loops, branches, unknown operations."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from egraph_opt.ir.module import Argument, Block, Op, Operand, Region, RegionSlot, TypeOf
from egraph_opt.ir.types import FunctionType
from egraph_opt.text.region_op_state import ISOLATED_OPS, VALUE, Writing, result_types, type_end
from egraph_opt.text.syntax.pretty_form import shape
from egraph_opt.text.syntax.undeclared_ops import UNTYPED, is_generic_only

if TYPE_CHECKING:
    from egraph_opt.text.parser import NewArgument, TextReader

_SYMBOL = re.compile(r'\s*(@[\w$.-]+|@"_*")')
_VISIBILITY = re.compile(r"\s*(public|private|nested)\b")
_DICTIONARY = re.compile(r"\{\s*(?:\}|[\w$.\"-]+\s*[=,}])")
_INTEGER = re.compile(r"-?\d+")
_COUNT = re.compile(r"\d{1,6}")
_ARGUED = re.compile(r"\s*[:=]")
_OPEN = re.compile(r"[(\[{<]|[)\]}>]")


def _module(r: TextReader, head: re.Match[str], name: str) -> tuple[Op, int]:
    w = Writing(r, head, name)
    _symbol(w)
    if w.eat("attributes"):
        w.dictionary()
    w.body([])
    return w.finish_op([])


def _symbol(w: Writing) -> None:
    if found := _VISIBILITY.match(w.r.mask, w.at):
        w.attributes["sym_visibility"] = f'"{found.group(1)}"'
        w.at = found.end()
    if found := _SYMBOL.match(w.r.mask, w.at):
        symbol = w.r.clean[slice(*found.span(1))][1:]
        w.attributes["sym_name"] = symbol if symbol.startswith('"') else f'"{symbol}"'
        w.at = found.end()


def _function(r: TextReader, head: re.Match[str], name: str) -> tuple[Op, int]:
    w = Writing(r, head, name)
    _symbol(w)
    if "sym_name" not in w.attributes:
        r.fail(w.next_token(), f"expected the function's name, found '{r.source.word(w.at)}'", "write it @name")
    if not w.sees("("):
        w.need("(")
    closing = r.source.close(w.at)
    arguments: list[NewArgument] = []
    inputs, argument_attributes = [], []
    for start, end in r.source.commas(w.at + 1, closing):
        found = VALUE.match(r.mask, start)
        if found:
            w.slot(Argument(0, len(arguments)), *found.span())
            w.need(":")
            start = w.next_token()
        type, attributes = _read_type(w, start, end)
        if found:
            arguments.append((found.group(), type, found.start()))
        inputs.append(type)
        argument_attributes.append(attributes)
    w.at = closing + 1
    outputs, result_attributes = [], []
    if w.eat("->"):
        spans, end = result_types(r, w.next_token())
        for span in spans:
            type, attributes = _read_type(w, *span)
            outputs.append(type)
            result_attributes.append(attributes)
        w.at = end
    w.attributes["function_type"] = str(FunctionType(tuple(inputs), tuple(outputs)))
    if any(argument_attributes):
        w.attributes["arg_attrs"] = f"[{', '.join(a or '{}' for a in argument_attributes)}]"
    if any(result_attributes):
        w.attributes["res_attrs"] = f"[{', '.join(a or '{}' for a in result_attributes)}]"
    if w.eat("attributes"):
        w.dictionary()
    if w.sees("{"):
        w.body(arguments)
    else:
        w.regions.append(Region(()))  # a declaration has no block, so its argument names are not values
        w.pieces = [arguments[p.index][0] if isinstance(p, Argument) else p for p in w.pieces]
    return w.finish_op([])


def _read_type(w: Writing, start: int, end: int) -> tuple[str, str]:
    """Parse `type {attributes} loc(...)`; return the type and the attributes."""
    w.r.at = start
    stop = type_end(w.r, start)
    if stop == start:
        w.r.fail(start, f"expected a type, found '{w.r.source.word(start)}'")
    type, attributes = w.r.type_at(start, stop), ""
    at = w.r.skip(stop)
    if at < end and w.r.mask[at] == "{":
        closing = w.r.source.close(at)
        attributes = w.r.attribute_at(at, closing + 1)
        at = w.r.skip(closing + 1)
    _, at = w.r.location(at) if at < end else ("", at)
    if at < end:
        w.r.fail(at, f"expected ',' or ')', found '{w.r.source.word(at)}'")
    return type, "" if attributes == "{}" else attributes


def _for(r: TextReader, head: re.Match[str], name: str) -> tuple[Op, int]:
    w = Writing(r, head, name)
    if w.eat("unsigned"):
        w.attributes["unsignedCmp"] = "unit"
    variable, at = w.argument(0, 0, "the induction variable")
    bounds = []
    for keyword in ("=", "to", "step"):
        w.need(keyword)
        bounds.append(w.operand())
    names, types = [], []
    if w.eat("iter_args"):
        names = w.assignments(0, 1)
        w.need("->")
        types = w.result_types()
    type = w.type(TypeOf("operand", 0)) if w.eat(":") else "index"
    if len(types) != len(names):
        r.fail(w.start, f"mismatch in number of loop-carried values and defined values: {len(names)} and {len(types)}")
    for i, value in enumerate(w.operands):
        expected = type if i < 3 else types[i - 3]
        if value.type != expected:
            r.check(value, expected, i, w.start)
    w.body([(variable, type, at), *((n, t, p) for (n, p), t in zip(names, types, strict=True))])
    w.dictionary_after()
    return w.finish_op(types)


def _if(r: TextReader, head: re.Match[str], name: str) -> tuple[Op, int]:
    w = Writing(r, head, name)
    condition = w.operand()
    if condition.type != "i1":
        r.check(condition, "i1", 0, w.start)
    types = w.result_types() if w.eat("->") else []
    w.body([])
    if w.eat("else"):
        w.body([])
    else:
        w.regions.append(Region(()))
    w.dictionary_after()
    return w.finish_op(types)


def _while(r: TextReader, head: re.Match[str], name: str) -> tuple[Op, int]:
    w = Writing(r, head, name)
    names = w.assignments(0, 0) if w.sees("(") else []
    w.need(":")
    inputs = w.operand_types(name)
    w.need("->")
    types = w.result_types()
    w.body([(n, t, p) for (n, p), t in zip(names, inputs, strict=True)])
    w.need("do")
    w.body([])
    if w.eat("attributes"):
        w.dictionary()
    return w.finish_op(types)


def _execute(r: TextReader, head: re.Match[str], name: str) -> tuple[Op, int]:
    w = Writing(r, head, name)
    types = w.result_types() if w.eat("->") else []
    if w.eat("no_inline"):
        w.attributes["no_inline"] = "unit"
    w.body([])
    w.dictionary_after()
    return w.finish_op(types)


def _switch(r: TextReader, head: re.Match[str], name: str) -> tuple[Op, int]:
    w = Writing(r, head, name)
    selector = w.operand()
    if selector.type != "index":
        r.check(selector, "index", 0, w.start)
    w.dictionary()
    spans = list[tuple[int, int]]()
    if w.eat("->"):
        while not spans or w.eat(","):  # a list without parentheses
            more, w.at = result_types(r, w.next_token())
            spans += more
    types = w.types("result", spans)
    cases, regions = [], []
    while w.eat("case"):
        number = _INTEGER.match(r.mask, w.next_token())
        if not number:
            r.fail(w.at, f"expected an integer, found '{r.source.word(w.at)}'")
        w.at = number.end()
        cases.append(number.group())
        w.body([], place=len(cases))
        regions.append(w.regions.pop())
    w.need("default")
    w.body([], place=0)
    w.regions += regions
    w.attributes["cases"] = f"array<i64{': ' if cases else ''}{', '.join(cases)}>"
    return w.finish_op(types)


def _warp_specialize(r: TextReader, head: re.Match[str], name: str) -> tuple[Op, int]:
    """Parse `ttg.warp_specialize(%a) attributes {...} default {...} partition0(%b: t) num_warps(4) {...} : (t) -> u`.

    The partitions are regions of a nested operation that custom assembly does not print.
    """
    w = Writing(r, head, name)
    w.need("(")
    while not w.eat(")"):
        if w.operands:
            w.need(",")
        w.operand()
    if w.eat("attributes"):
        w.dictionary()
    w.need("default")
    w.body([])
    inner = Writing(r, head, "ttg.warp_specialize.partitions")
    inner.last = inner.at = w.at
    warps = []
    while inner.eat(f"partition{len(inner.regions)}"):
        warps.append(_partition(inner))
    w.attributes["partitionNumWarps"] = f"array<i32{': ' if warps else ''}{', '.join(warps)}>"
    partitions = Op(inner.name, regions=tuple(inner.regions), pieces=tuple(inner.pieces) or ("",), line=w.line)
    w.regions.append(Region((Block((), (partitions,)),)))
    w.slot(RegionSlot(1), w.at, inner.last)
    w.need(":")
    w.operand_types(name)
    w.need("->")
    return w.finish_op(w.result_types())


def _partition(w: Writing) -> str:
    """Parse `(%b: t) num_warps(4) {...}`; return the number of warps."""
    r, number = w.r, len(w.regions)
    if not w.sees("("):
        w.need("(")
    closing = r.source.close(w.at)
    arguments: list[NewArgument] = []
    for start, end in r.source.commas(w.at + 1, closing):
        w.at = start
        name, at = w.argument(number, len(arguments), "an argument")
        w.need(":")
        type, _ = _read_type(w, w.next_token(), end)
        arguments.append((name, type, at))
    w.at = closing + 1
    w.need("num_warps")
    w.need("(")
    count = _COUNT.match(r.mask, w.next_token())
    if not count:
        r.fail(w.at, f"expected a number of warps, found '{r.source.word(w.at)}'")
    w.at = count.end()
    w.need(")")
    w.body(arguments)
    return count.group()


def find_region(r: TextReader, start: int, end: int) -> int | None:
    """Return the position of a region's `{` between two positions, outside all brackets, or None."""
    position = start
    while found := _OPEN.search(r.mask, position, end):
        at = found.start()
        if found.group() == "{" and not _DICTIONARY.match(r.mask, at):
            return at
        if found.group() in ")]}>":
            return None
        position = r.source.close(at) + 1
    return None


def opaque(r: TextReader, head: re.Match[str], name: str, end: int) -> tuple[Op, int]:
    """Parse an unknown operation with regions; value names outside regions are operands, the last types are result types."""
    w = Writing(r, head, name)
    outside = [""]
    while True:
        opened = find_region(r, w.at, end)
        stop = end if opened is None else opened
        arguments: list[NewArgument] = []
        declared = opened is None and w.name in ISOLATED_OPS  # argument names of a declaration are not values
        for found in VALUE.finditer(r.mask, w.at, w.at if declared else stop):
            outside[-1] += r.clean[w.last : found.start()]
            new = opened is not None and (w.name in ISOLATED_OPS or found.group() not in r.names) and not is_generic_only(w.name)
            if new and (argued := _ARGUED.match(r.mask, found.end())):
                outside[-1] += "_"
                w.slot(Argument(len(w.regions), len(arguments)), *found.span())
                arguments.append((found.group(), _argument_type(r, argued), found.start()))
                continue
            outside.append("")
            w.slot(Operand(len(w.operands)), *found.span())
            w.operands.append(r.use(found.group(), found.start()))
        if opened is None:
            break
        outside[-1] += r.clean[w.last : stop]
        w.at = opened
        w.body(arguments)
        r.guessed.update(v for block in w.regions[-1].blocks[:1] for v in block.arguments if v.type == UNTYPED)
        r.at = w.start
    k = r.last_location(w.last, end) if r.located else -1
    w.at = k if k >= 0 else end
    outside[-1] += r.clean[w.last : w.at]
    number = r.count_results(head.group(1)) if head.group(1) else 0
    known = shape(r.expand, name, tuple(outside), number, lambda message, note, at=0: r.fail(w.start, message, note))
    w.attributes.update(known.attributes)
    w.name = known.name or w.name
    op, after = w.finish_op(list(known.results))
    if known.guessed:
        r.guessed.update(op.results)
    return op, after


def _argument_type(r: TextReader, found: re.Match[str]) -> str:
    """Return the type of a block argument in an unknown operation's header, after `%name: ` or from `%name = %value`."""
    at = r.skip(found.end())
    end = type_end(r, at) if found.group().strip() == ":" else at
    return r.type_at(at, end) if end > at else UNTYPED


FORMS: dict[str, Callable[[TextReader, re.Match[str], str], tuple[Op, int]]] = {
    "builtin.module": _module, "tt.func": _function, "func.func": _function,
    "scf.for": _for, "scf.if": _if, "scf.while": _while,
    "scf.execute_region": _execute, "scf.index_switch": _switch, "ttg.warp_specialize": _warp_specialize,
}  # fmt: skip

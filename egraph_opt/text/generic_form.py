"""Parser of MLIR's generic form: `"op"(%a)[^bb1] <{props}> ({regions}) {attributes} : (t) -> t loc(...)`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from egraph_opt.ir.declaration_lookup import syntax_of
from egraph_opt.ir.module import Op, Operand
from egraph_opt.text.region_op_state import VALUE, Writing
from egraph_opt.text.syntax.operand_list import complete
from egraph_opt.text.syntax.pretty_form import TemplateMeaning

if TYPE_CHECKING:
    from egraph_opt.text.parser import TextReader

_LABEL = re.compile(r"\^[\w$.-]+")
_REGION = re.compile(r"\s*\(\s*\{")


def read(r: TextReader, head: re.Match[str]) -> tuple[Op, int]:
    """Parse the operation whose `"name"(` is the match `head`."""
    start, name = head.start(3), r.clean[head.start(3) + 1 : head.end(3) - 1]
    end = r.line_end(start)
    if name in r.unread:
        return Op(name, line=r.line_of(start)), r.extent(start) if end < 0 else end
    if end < 0:
        return _parse_op(r, head, name)
    while r.mask[end - 1].isspace():
        end -= 1
    stop, location = r.without_location(start, end)
    parts = r.parts(start, stop)
    given, template = parts[1::2], (r.count_results(head.group(1)) if head.group(1) else 0, tuple(parts[::2]))
    if known := r.templates.get(template):
        return r.fill_template(head, name, known, given, start, location), end
    op, after = _parse_op(r, head, name)
    if after == end and op.location == location and len(op.operands) == len(given) and not op.regions:
        types = tuple([(n, value.type) for n, value in enumerate(op.operands)])
        results = tuple([value.type for value in op.results])
        r.templates[template] = TemplateMeaning(
            op.pieces, types, results, op.attributes, op.successors, inherent=op.inherent, shadowed=op.shadowed
        )
    return op, after


def _parse_op(r: TextReader, head: re.Match[str], name: str) -> tuple[Op, int]:
    w = Writing(r, head, name)
    r.at = w.start
    _operands(w, head.end() - 1)
    successors = _successors(w)
    properties = _properties(w)
    if _REGION.match(r.mask, w.at):
        w.need("(")
        while not w.regions or w.eat(","):
            w.body([])
        w.need(")")
    w.dictionary()
    discardable = w.attributes
    w.need(":")
    w.operand_types(f'"{name}"')
    w.need("->")
    results = w.result_types()
    w.attributes = discardable | properties
    if syntax := syntax_of(name):
        complete(syntax, w.attributes)
    inherent = frozenset(w.attributes.keys() - (discardable.keys() - properties.keys())) if properties else frozenset()
    return w.finish_op(results, successors, inherent, {key: value for key, value in discardable.items() if key in properties})


def _operands(w: Writing, opened: int) -> None:
    r = w.r
    closing = r.source.close(opened)
    for first, end in r.source.commas(opened + 1, closing):
        found = VALUE.fullmatch(r.mask, first, end)
        if not found:
            r.fail(first, f"expected an operand, found '{r.source.word(first)}'")
        w.slot(Operand(len(w.operands)), first, end)
        w.operands.append(r.use(found.group(), first))
    w.at = closing + 1


def _successors(w: Writing) -> tuple[str, ...]:
    """Parse optional successors, such as `[^bb1, ^bb2]`."""
    if not w.sees("["):
        return ()
    closing = w.r.source.close(w.at)
    found = _LABEL.findall(w.r.mask, w.at, closing)
    w.at = closing + 1
    return tuple(found)


def _properties(w: Writing) -> dict[str, str]:
    """Parse optional properties, such as `<{a = 1 : i32}>`."""
    if not w.sees("<{"):
        return {}
    closing = w.r.source.close(w.at + 1)
    found = w.r.dictionary_at(w.at + 2, closing)
    w.at = closing + 1
    w.need(">")
    return found

"""The generic form, the same for every dialect: `"op"(%a)[^bb1] <{props}> ({regions}) {attributes} : (t) -> t loc(...)`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from egraph_opt.ir.declaration import syntax_of
from egraph_opt.ir.module import Body, Op, Operand, Piece, Region, TypeOf, Value
from egraph_opt.text.head import complete

if TYPE_CHECKING:
    from egraph_opt.text.read import Reader

_OPERAND = re.compile(r"%[\w$.]++(?:-(?!>)[\w$.]*+)*+(?:#\d+)?")
_LABEL = re.compile(r"\^[\w$.-]+")
_REGION = re.compile(r"\s*\(\s*\{")
_TYPE = re.compile(r"[!#]?[\w$.]+")
_ARROW = re.compile(r"\s*-~\s*")
ISOLATED = frozenset(("builtin.module", "tt.func", "func.func", "gpu.func", "gpu.module", "llvm.func", "util.func",
                       "ttg.warp_specialize.partitions"))  # fmt: skip


def read(r: Reader, head: re.Match[str]) -> tuple[Op, int]:
    """The operation whose `"name"(` `head` has matched."""
    mask, clean, source = r.mask, r.clean, r.source
    start = head.start(3)
    r.at = start
    line = r.line_of(start)
    name = clean[start + 1 : head.end(3) - 1]
    pieces: list[Piece] = []
    last = start

    def upto(at: int) -> None:
        nonlocal last
        if at > last:
            pieces.append(clean[last:at])
        last = at

    opened = head.end() - 1
    closing = source.close(opened)
    operands: list[Value] = []
    for first, end in source.commas(opened + 1, closing):
        found = _OPERAND.fullmatch(mask, first, end)
        if not found:
            r.fail(first, f"expected an operand, found '{source.word(first)}'")
        upto(first)
        pieces.append(Operand(len(operands)))
        last = end
        operands.append(r.use(found.group(), first))
    position = closing + 1
    successors: list[str] = []
    at = r.skip(position)
    if mask.startswith("[", at):
        closing = source.close(at)
        successors = _LABEL.findall(mask, at, closing)
        position = closing + 1
        at = r.skip(position)
    properties: dict[str, str] = {}
    discardable: dict[str, str] = {}
    if mask.startswith("<{", at):
        closing = source.close(at + 1)
        properties = r.expand.dictionary(clean[at + 2 : closing])
        position = r.expect(">", closing + 1)
    regions: list[Region] = []
    if found := _REGION.match(mask, position):
        at = found.end() - 1
        while True:
            upto(at)
            region, at = r.region(at, [], name in ISOLATED, quoted=True)
            pieces.append(Body(len(regions)))
            last = at
            regions.append(region)
            at = r.skip(at)
            if mask.startswith(")", at):
                break
            at = r.skip(r.expect(",", at))
            if not mask.startswith("{", at):
                r.expect("{", at)
        position = at + 1
    at = r.skip(position)
    r.at = start
    if mask.startswith("{", at):
        closing = source.close(at)
        discardable = r.expand.dictionary(clean[at + 1 : closing])
        position = closing + 1
    at = r.skip(r.expect(":", position))
    if not mask.startswith("(", at):
        r.expect("(", at)
    closing = source.close(at)
    types = source.commas(at + 1, closing)
    if len(types) != len(operands):
        r.fail(at, f"expected {len(operands)} operand type{'s' * (len(operands) != 1)} but had {len(types)}",
               f"write one type for each operand of \"{name}\"")  # fmt: skip
    for i, (first, end) in enumerate(types):
        type = r.expand(clean[first:end])
        if operands[i].type != type:
            r.check(operands[i], type, i, start)
        upto(first)
        pieces.append(TypeOf("operand", i))
        last = end
    at = r.skip(r.expect("->", closing + 1))
    spans, position = result_types(r, at)
    results = tuple(r.expand(clean[first:end]) for first, end in spans)
    bound = head.group(1)
    if bound:
        r.check_bound(bound, len(results), head.start(1))
    for i, (first, end) in enumerate(spans):
        upto(first)
        pieces.append(TypeOf("result", i))
        last = end
    upto(position)
    location, position = r.location(position)
    attributes = discardable | properties
    if syntax := syntax_of(name):
        complete(syntax, attributes)
    inherent = frozenset(attributes.keys() - (discardable.keys() - properties.keys())) if properties else frozenset()
    shadowed = {key: value for key, value in discardable.items() if key in properties}
    values = r.results(bound, results, head.start(1) if bound else start) if results else ()
    return Op(
        name, tuple(operands), values, attributes, tuple(regions), tuple(successors), tuple(pieces), location, line,
        inherent, shadowed,
    ), position  # fmt: skip


def result_types(r: Reader, at: int) -> tuple[list[tuple[int, int]], int]:
    """The spans of the types after an arrow, and the position after them."""
    if r.mask.startswith("(", at):
        closing = r.source.close(at)
        if not _ARROW.match(r.mask, closing + 1):
            return r.source.commas(at + 1, closing), closing + 1
    end = type_end(r, at)
    if end == at:
        r.fail(at, f"expected a type, found '{r.source.word(at)}'")
    return [(at, end)], end


def type_end(r: Reader, at: int) -> int:
    """Where the one type that begins at `at` ends; a function type goes on after its arrow."""
    if r.mask.startswith("(", at):
        end = r.source.close(at) + 1
        arrow = _ARROW.match(r.mask, end)
        if not arrow:
            return end
        at = arrow.end()
        if r.mask.startswith("(", at):
            return r.source.close(at) + 1
    found = _TYPE.match(r.mask, at)
    end = found.end() if found else at
    return r.source.close(end) + 1 if r.mask.startswith("<", end) else end

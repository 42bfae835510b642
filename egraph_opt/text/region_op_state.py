"""Parser state for one operation with regions: the position in the text, and the fields of the operation so far."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from egraph_opt.ir.module import Argument, Op, Operand, Piece, Region, RegionSlot, TypeOf, Value
from egraph_opt.text.symbol_table import NAME

if TYPE_CHECKING:
    from egraph_opt.text.parser import NewArgument, TextReader

VALUE = re.compile(rf"{NAME}(?:#\d+)?")
_TYPE = re.compile(r"(?:tensor|vector|memref|complex|tuple)(?:\s+(?=<))?|[!#]?[\w$.]+")
_ARROW = re.compile(r"\s*-~\s*")
_AFTER_WORD = re.compile(r"[\w$.]")
_DICTIONARY_AFTER = re.compile(r"[ \t]*(?=\{)")
ISOLATED_OPS = frozenset(("builtin.module", "tt.func", "func.func", "gpu.func", "gpu.module", "llvm.func", "util.func",
                       "ttg.warp_specialize.partitions"))  # fmt: skip


class Writing:
    """Partially parsed operation with regions.

    `pieces` is the operation's text up to offset `last`, with slots in place of operands, types and regions (see `Op.pieces`).
    """

    def __init__(self, r: TextReader, head: re.Match[str], name: str):
        self.r, self.head, self.name = r, head, name
        self.quoted = head.group(2) is None
        self.start = self.last = head.start(3 if self.quoted else 2)
        self.at = head.end(3 if self.quoted else 2)
        self.line = r.line_of(self.start)
        self.pieces: list[Piece] = []
        self.operands: list[Value] = []
        self.attributes: dict[str, str] = {}
        self.regions: list[Region] = []

    def slot(self, piece: Piece, start: int, end: int) -> None:
        """Replace the text from `start` to `end` by a slot, so that the printer can insert another operand, type or region."""
        if start > self.last:
            self.pieces.append(self.r.clean[self.last : start])
        self.pieces.append(piece)
        self.last = self.at = end

    def next_token(self) -> int:
        self.at = self.r.skip(self.at)
        return self.at

    def sees(self, text: str) -> bool:
        """Return whether `text` comes next (a word must be followed by a non-word character)."""
        at = self.next_token()
        mask = self.r.mask
        if not mask.startswith(text.replace("->", "-~"), at):
            return False
        return not text[-1].isalnum() or not _AFTER_WORD.match(mask, at + len(text))

    def eat(self, text: str) -> bool:
        if self.sees(text):
            self.at += len(text)
            return True
        return False

    def need(self, text: str) -> None:
        self.at = self.r.expect(text, self.at)

    def name_at(self, what: str) -> re.Match[str]:
        found = VALUE.match(self.r.mask, self.next_token())
        if not found:
            self.r.fail(self.at, f"expected {what}, found '{self.r.source.word(self.at)}'")
        return found

    def operand(self) -> Value:
        found = self.name_at("an operand")
        self.slot(Operand(len(self.operands)), *found.span())
        self.operands.append(self.r.use(found.group(), found.start()))
        return self.operands[-1]

    def argument(self, region: int, index: int, what: str) -> tuple[str, int]:
        found = self.name_at(what)
        self.slot(Argument(region, index), *found.span())
        return found.group(), found.start()

    def dictionary(self) -> None:
        if self.sees("{"):
            closing = self.r.source.close(self.at)
            self.r.at = self.start
            self.attributes.update(self.r.dictionary_at(self.at + 1, closing))
            self.at = closing + 1

    def dictionary_after(self) -> None:
        """Parse an optional attribute dictionary after a region's closing brace, on the same line."""
        found = _DICTIONARY_AFTER.match(self.r.mask, self.at)
        if found:
            self.at = found.end()
            self.dictionary()

    def type(self, piece: Piece) -> str:
        self.r.at = self.next_token()
        end = type_end(self.r, self.at)
        if end == self.at:
            self.r.fail(self.at, f"expected a type, found '{self.r.source.word(self.at)}'")
        text = self.r.type_at(self.at, end)
        self.slot(piece, self.at, end)
        return text

    def types(self, of: str, spans: list[tuple[int, int]]) -> list[str]:
        """Parse the types at `spans`. Unless `of` is empty, each becomes a slot for the type of an operand or of a result."""
        found = []
        for i, (start, end) in enumerate(spans):
            self.r.at = start
            found.append(self.r.type_at(start, end))
            if of:
                self.slot(TypeOf("result" if of == "result" else "operand", i), start, end)
        return found

    def operand_types(self, what: str) -> list[str]:
        """Parse `(t, u)`: one type per operand, which must equal the operand's type."""
        if not self.sees("("):
            self.need("(")
        opened, closing = self.at, self.r.source.close(self.at)
        types = self.types("operand", self.r.source.commas(opened + 1, closing))
        self.at = closing + 1
        count = len(self.operands)
        if len(types) != count:
            message = f"expected {count} operand type{'s' * (count != 1)} but had {len(types)}"
            self.r.fail(opened, message, f"write one type for each operand of {what}")
        for i, (value, type) in enumerate(zip(self.operands, types, strict=True)):
            if value.type != type:
                self.r.check(value, type, i, self.start)
        return types

    def result_types(self) -> list[str]:
        spans, end = result_types(self.r, self.next_token())
        types = self.types("result", spans)
        self.at = end
        return types

    def assignments(self, region: int, first: int) -> list[tuple[str, int]]:
        """Parse `(%a = %b, ...)`: block arguments with their initial operands."""
        names: list[tuple[str, int]] = []
        self.need("(")
        while not self.eat(")"):
            if names:
                self.need(",")
            names.append(self.argument(region, first + len(names), "an argument"))
            self.need("=")
            self.operand()
        return names

    def body(self, arguments: list[NewArgument], place: int | None = None) -> None:
        """Parse a region; `place` is its index among the operation's regions (by default the number of parsed regions)."""
        if not self.sees("{"):
            self.need("{")
        start = self.at
        region, end = self.r.region(start, arguments, self.name, self.quoted)
        self.slot(RegionSlot(len(self.regions) if place is None else place), start, end)
        self.regions.append(region)

    def finish_op(
        self,
        types: list[str],
        successors: tuple[str, ...] = (),
        inherent: frozenset[str] = frozenset(),
        shadowed: dict[str, str] | None = None,
    ) -> tuple[Op, int]:
        rest = self.r.clean[self.last : self.at].rstrip()  # the search for more text has skipped white space
        if rest:
            self.pieces.append(rest)
        location, end = self.r.location(self.last + len(rest))
        bound = self.head.group(1)
        if bound:
            self.r.check_results(bound, len(types), self.head.start(1))
        results = self.r.results(bound, tuple(types), self.head.start(1)) if types else ()
        return Op(
            self.name, tuple(self.operands), results, self.attributes, tuple(self.regions), successors, tuple(self.pieces),
            location, self.line, inherent, shadowed or {}
        ), end  # fmt: skip


def result_types(r: TextReader, at: int) -> tuple[list[tuple[int, int]], int]:
    """Return the spans of the result types after an arrow at `at`, and the position after the types."""
    if r.mask.startswith("(", at):
        closing = r.source.close(at)
        if not _ARROW.match(r.mask, closing + 1):
            return r.source.commas(at + 1, closing), closing + 1
    end = type_end(r, at)
    if end == at:
        r.fail(at, f"expected a type, found '{r.source.word(at)}'")
    return [(at, end)], end


def type_end(r: TextReader, at: int) -> int:
    """Return the end of the type that begins at `at`; a function type continues after its arrow."""
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

"""Parser from text to `Module`: operations, blocks, regions, and values in scope."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import replace

from egraph_opt.ir.analysis.dominance import find_undominated_use
from egraph_opt.ir.module import Block, InputError, Module, Op, Piece, Region, RegionSlot, SourceText
from egraph_opt.text import generic_form, region_ops
from egraph_opt.text.op_boundaries import ALIAS, HEAD, Extents
from egraph_opt.text.region_op_state import ISOLATED_OPS
from egraph_opt.text.resources.dialect_resources import metadata
from egraph_opt.text.symbol_table import NAME
from egraph_opt.text.syntax import terminators
from egraph_opt.text.syntax.lexer import MAX_BLOCKS, MAX_REGIONS
from egraph_opt.text.syntax.outdated_dialect import MESSAGE, NOTE, place_of_old
from egraph_opt.text.syntax.pretty_form import TemplateMeaning, shape

VALUE = re.compile(rf"({NAME}(?:#\d+)?)")
_LABEL = re.compile(r"\s*(\^[\w$.-]+)\s*([(:])")
GENERIC_NAMES = {"module": "builtin.module", "func": "func.func", "return": "func.return"}

NewArgument = tuple[str, str, int]
"""Name, type and position of a block argument."""


class TextReader(Extents):
    """Single-pass parser of a program. `op`, `region` and `block` also return the position after the parsed construct."""

    # operations

    def op(self, head: re.Match[str]) -> tuple[Op, int]:
        """Parse the operation whose results and name are the match `head`."""
        _, name, quoted = head.groups()
        name = GENERIC_NAMES.get(name, name)
        form = region_ops.FORMS.get(name) if name else None
        if quoted:
            op, position = generic_form.read(self, head)
        elif form is not None:
            self.at = head.start(2)
            op, position = form(self, head, name)
        else:
            op, position = self.simple(head, name)
        start = head.start(1 if head.group(1) else head.lastindex or 2)
        if op.name == "builtin.module":
            op = self.place_module(op, start, position)
        self.spans[op] = start, position
        if op.regions and (wrong := terminators.fault(op)) is not None:
            place, why = wrong
            self.fail((self.spans[place] if isinstance(place, Op) else self.bodies[place])[0], why)
        return op, position

    def place_module(self, op: Op, start: int, end: int) -> Op:
        """Return a module operation with the source positions of its body and of the operations in it."""
        if len(op.regions) != 1 or len(op.regions[0].blocks) > 1:
            return op
        opened, closed = self.bodies[op.regions[0]]
        children = tuple((child, *self.spans[child]) for block in op.regions[0].blocks for child in block.ops)
        return replace(op, written=SourceText(self.source.text, start, opened, closed, end, children, op.pieces))

    def simple(self, head: re.Match[str], name: str, limit: int = -1) -> tuple[Op, int]:
        """Parse an operation without regions. Operations whose texts differ only in value names are parsed once.

        `limit` is the end of the operation's text, or -1 if unknown.
        """
        bound, start = head.group(1), head.start(2)
        self.at = start
        if name in ISOLATED_OPS:
            return region_ops.opaque(self, head, name, self.extent(start))
        end = self.line_end(start) if limit < 0 else limit
        if end < 0:
            end = self.extent(start)
            if region_ops.find_region(self, start, end) is not None:
                return region_ops.opaque(self, head, name, end)
        stop, location = self.without_location(start, end)
        parts = self.parts(start, stop)
        chunks = tuple(parts[::2])
        number = 0 if bound is None else self.count_results(bound)
        known = self.templates.get((number, chunks))
        if known is None:
            if (limit := self.second(head.end(2), stop)) >= 0:
                return self.simple(head, name, limit)
            known = shape(
                self.expand, name, chunks, number, lambda message, note, at=0: self.fail(place(parts, start, at), message, note)
            )
            self.templates[number, chunks] = known
        return self.fill_template(head, name, known, parts[1::2], start, location), end

    def fill_template(
        self, head: re.Match[str], name: str, known: TemplateMeaning, given: list[str], start: int, location: str
    ) -> Op:
        """Return the operation whose text has been parsed without value names (`known`), with the value names `given`.

        The operation's text begins at `start`.
        """
        names = self.names
        try:
            operands = tuple([names[n] for n in given])
        except KeyError:
            operands = self.uses(given, start)
        if known.order is not None:
            operands = tuple([value for _, value in sorted(zip(known.order, operands, strict=True), key=lambda pair: pair[0])])
        for index, type in known.operands:
            if operands[index].type != type:
                self.check(operands[index], type, index, start)
            elif self.guessed:
                self.guessed.discard(operands[index])
        if self.guessed and len(known.suggested) == len(operands):
            self.suggest_types(operands, known.suggested)
        results = self.results(head.group(1), known.results, head.start(1)) if known.results else ()
        if known.guessed:
            self.guessed.update(results)
        return Op(
            known.name or name, operands, results, known.attributes, (), known.successors, known.pieces, location, self.line_of(start),
            known.inherent, known.shadowed
        )  # fmt: skip

    def parts(self, start: int, stop: int) -> list[str]:
        """Split a text at value names, so that every second part is a name."""
        text = self.clean[start:stop]
        if '"' not in text:
            return VALUE.split(text)
        parts: list[str] = []
        last = start
        for found in VALUE.finditer(self.mask, start, stop):
            parts += (self.clean[last : found.start()], found.group())
            last = found.end()
        return [*parts, self.clean[last:stop]]

    # blocks and regions

    def region(self, at: int, arguments: list[NewArgument], owner: str, quoted: bool = False) -> tuple[Region, int]:
        """Parse the region at `at` of an operation named `owner`; `arguments` are block arguments written before the region."""
        if len(self.blocks) >= MAX_REGIONS:
            self.fail(at, f"regions are nested deeper than {MAX_REGIONS}")
        outer = self.names, self.pending, self.gone, self.opened
        isolated = owner in ISOLATED_OPS
        if isolated:
            self.names, self.pending, self.gone, self.opened = {}, {}, {}, at
        mark = len(self.defined)
        self.count_regions += 1
        self.regions.append((self.count_regions, owner))
        blocks: list[Block] = []
        starts, position = [], at + 1
        while True:
            starts.append(position)
            block, position = self.block(position, [] if blocks else arguments, not blocks, at)
            blocks.append(block)
            if len(blocks) > MAX_BLOCKS:
                self.fail(position, f"a region has more than {MAX_BLOCKS} blocks")
            if self.mask[position] == "}":
                break
        self.regions.pop()
        self.check_successors(blocks, at)
        if len(blocks) > 1:
            self.check_dominance(blocks, starts)
        for name in self.defined[mark:]:
            del self.names[name]
            self.gone[name] = owner
        del self.defined[mark:]
        if isolated:
            for known in self.pending.values():
                self.raise_undeclared(known.value.name, known.at)
            self.names, self.pending, self.gone, self.opened = outer
        if quoted and len(blocks) == 1 and not blocks[0].ops and not blocks[0].arguments and blocks[0].label is None:
            blocks = []  # `({})` has no block, but the braces of a loop or module always contain one
        region = Region(tuple(blocks))
        self.bodies[region] = at + 1, position
        return region, position + 1

    def check_dominance(self, blocks: list[Block], starts: list[int]) -> None:
        """Raise an error if a definition does not dominate a use in another block; `starts` are the positions of the blocks."""
        found = find_undominated_use(blocks)
        if found is None:
            return
        op, value, block = found
        start, end = self.spans[op]
        at = self.find(value.name, start)
        definition = next((self.spans[d][0] for d in blocks[block].ops if value in d.results), self.skip(starts[block]))
        self.raise_misplaced(value.name, at if at < end else start, definition, "in a block that does not dominate this one",
                       "a path leads to this line without passing that one")  # fmt: skip

    def check_successors(self, blocks: list[Block], at: int) -> None:
        """Raise an error if a branch target is not a label of the region; `at` is the region's start."""
        labels = {b.label for b in blocks}
        for successor in [s for block in blocks for op in block.ops for s in op.successors]:
            if successor not in labels:
                self.fail(at, f"reference to an undefined block '{successor}'", "label a block of this region with that name")

    def block(self, position: int, arguments: list[NewArgument], first: bool, opened: int) -> tuple[Block, int]:
        mask = self.mask
        self.count_blocks += 1
        self.blocks.append(self.count_blocks)
        label, locations = None, []
        if found := _LABEL.match(mask, position):
            label, position = found.group(1), found.end()
            if found.group(2) == "(":
                closing = self.source.close(found.end() - 1)
                arguments = list(arguments)
                for start, end in self.source.commas(found.end(), closing):
                    argument, location = self.argument(start, end)
                    arguments.append(argument)
                    locations.append(location)
                position = self.expect(":", closing + 1)
        values = tuple([self.define(*argument) for argument in arguments])
        ops: list[Op] = []
        while head := self.head_at(position):
            op, position = self.op(head)
            ops.append(op)
        self.blocks.pop()
        position = self.skip(position)
        if position == len(mask):
            self.source.raise_truncated(opened, "'}'")
        if mask[position] == "^" and not _LABEL.match(mask, position):
            self.fail(position, "expected a block label: ^name: or ^name(%argument: type):")
        if mask[position] not in "}^":
            self.fail(position, f"expected an operation, found '{self.source.word(position)}'",
                      "an operation is written `dialect.name ...` or `\"dialect.name\"(...)`")  # fmt: skip
        return Block(values, tuple(ops), label, tuple(locations) if any(locations) else ()), position

    def argument(self, start: int, end: int) -> tuple[NewArgument, str]:
        """Parse `%name: type loc(...)`."""
        found = VALUE.match(self.mask, start)
        if not found:
            self.fail(start, f"expected an argument, found '{self.source.word(start)}'")
        at = self.expect(":", found.end())
        self.at = start
        position, location = end, ""
        k = self.last_location(at, end)
        if k >= 0:
            position, location = k, " " + self.clean[k:end].strip()
        return (found.group(), self.type_at(*self.source.strip(at, position)), start), location

    # the whole text

    def module(self) -> Module:
        """Parse aliases, then a module, or functions without a module."""
        if (old := place_of_old(self.clean, self.mask)) >= 0:
            self.fail(old, MESSAGE, NOTE)
        ops: list[Op] = []
        resources: dict[tuple[str, ...], str] = {}
        position, begin, end = 0, -1, 0
        while True:
            at = self.skip(position)
            if at == len(self.mask):
                break
            if alias := ALIAS.match(self.mask, at):
                position = self.alias(alias)
            elif self.mask.startswith("{-#", at):
                position = metadata(self.source, at, resources)
            elif head := HEAD.match(self.mask, at):
                begin = at if begin < 0 else begin
                op, position = self.op(head)
                end = position
                ops.append(op)
            else:
                self.fail(
                    at, f"expected an operation, found '{self.source.word(at)}'", "expected `module {`, a function, an alias"
                )
        if not ops and not self.expand.aliases:
            self.fail(0, "the text holds no operation", "expected `module {` or a function")
        for known in self.pending.values():
            self.raise_undeclared(known.value.name, known.at)
        text = self.source.text
        if len(ops) == 1 and ops[0].name == "builtin.module":
            top = ops[0]
            if top.results:
                self.fail(begin, "a module has no results", "what follows its end belongs to nothing")
        else:
            begin, end = (begin, end) if ops else (len(text), len(text))
            pieces: tuple[Piece, ...] = ("module ", RegionSlot(0))
            children = tuple((op, *self.spans[op]) for op in ops)
            top = Op(
                "builtin.module", regions=(Region((Block((), tuple(ops)),)),), pieces=pieces, line=ops[0].line if ops else 1,
                written=SourceText(text, begin, begin, end, end, children, pieces),
            )  # fmt: skip
        is_generic = self.mask.startswith('"', begin)
        return Module(top, self.expand.aliases, text[:begin], text[end:], self.source.filename, is_generic, resources)

    def alias(self, found: re.Match[str]) -> int:
        name, start, mask = found.group(1), found.end(), self.mask
        self.at = start
        end = self.alias_end(start)
        if not mask.startswith("loc(", start):
            if name in self.expand.aliases:
                self.fail(found.start(1), f"redefinition of attribute alias id '{name[1:]}'")
            if start == end:
                self.fail(start, "expected the value of the alias")
            self.attribute_at(start, end)
            self.expand.define(name, self.clean[start:end].strip())
        return end


def place(parts: list[str], start: int, at: int) -> int:
    """Convert `at`, an offset in an operation's text that counts each value name as one character, to a position in the program.

    The text `parts`, of which every second one is a value name, begins at position `start`.
    """
    for number, part in enumerate(parts):
        length = 1 if number % 2 else len(part)
        if at < length or number == len(parts) - 1:
            break
        at, start = at - length, start + len(part)
    return start + at


def read(text: str, filename: str = "<stdin>", first_line: int = 1, unread: Container[str] = ()) -> Module:
    """Parse one module, or functions without a module, in custom assembly, generic form, or a mixture.

    Unknown operations are kept unchanged, including their regions.

    Args:
        text: MLIR of one module (see `split` for files with several modules).
        filename: name of the text in messages.
        first_line: number of the text's first line in the file, from 1.
        unread: names of operations in generic form whose contents are not parsed.

    Returns:
        The module, from which `write` prints the same text.

    Raises:
        InputError: the text is not a program; the error has the position, the source line and a hint.
    """
    if not isinstance(text, str):
        raise InputError(f"expected text, found {type(text).__name__}", filename=filename)
    return TextReader(text, filename, first_line, unread).module()

"""Symbol table of the parser: SSA values in scope, and forward references."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from typing import NamedTuple, NoReturn

from egraph_opt.ir.module import Op, Region, Value
from egraph_opt.text.syntax.attribute_alias import Expander
from egraph_opt.text.syntax.errors import Malformed
from egraph_opt.text.syntax.lexer import Source
from egraph_opt.text.syntax.pretty_form import WRONG_RESULTS, TemplateMeaning
from egraph_opt.text.syntax.type_grammar import check_attribute, check_type
from egraph_opt.text.syntax.undeclared_ops import UNTYPED

NAME = r"%[\w$.]++(?:-(?!>)[\w$.]*+)*+"

_LONGER = re.compile(r"[\w$.#]")

GRAPHS = frozenset(("builtin.module", "gpu.module", "ml_program.module", "ml_program.subgraph"))
"""Operations with graph regions, which allow forward references."""
_INSIDE = {"scf.for": "the loop", "scf.while": "the loop", "scf.if": "the branch"}


def describe_owner(owner: str) -> str:
    """Return the phrase "inside" an operation of name `owner`, for error messages."""
    return f"inside {_INSIDE.get(owner, repr(owner))}"


class Pending(NamedTuple):
    """Forward reference to a value. `regions` and `blocks` are those around the use, outermost first."""

    value: Value
    at: int
    regions: tuple[tuple[int, str], ...]
    blocks: tuple[int, ...]
    type: str | None


class SymbolTable:
    """SSA values in scope, forward references, and enclosing blocks and regions at the parser's position."""

    def __init__(self, text: str, filename: str, first_line: int, unread: Container[str] = ()):
        self.source, self.unread = Source(text, filename, first_line), unread
        self.mask, self.clean = self.source.mask, self.source.clean
        self.expand = Expander(self._unknown_alias, lambda message, note: self.fail(self.at, message, note))
        self.templates: dict[tuple[int, tuple[str, ...]], TemplateMeaning] = {}
        self.names: dict[str, Value] = {}
        self.defined: list[str] = []
        self.pending: dict[str, Pending] = {}
        self.guessed: set[Value] = set()
        """Results of operations with unknown syntax, until a use determines the type."""
        self.blocks: list[int] = []
        """Numbers of the enclosing blocks, outermost first."""
        self.regions: list[tuple[int, str]] = []
        """Numbers of the enclosing regions, and the names of their operations."""
        self.count_blocks = self.count_regions = 0
        self.gone: dict[str, str] = {}
        """For each name that is out of scope, the operation of the region that defines the name."""
        self.opened = 0
        """Start of the innermost region that is isolated from above."""
        self.at = 0
        self.ahead: re.Match[str] | None = None
        """Match of the next operation, cached by the search for an operation's end."""
        self.line, self.line_at = first_line, 0
        self.located = "loc(" in self.mask
        self.spans: dict[Op, tuple[int, int]] = {}
        """Start and end offset of each operation."""
        self.bodies: dict[Region, tuple[int, int]] = {}
        """Offsets of each region's braces."""

    def fail(self, at: int, message: str, note: str = "") -> NoReturn:
        self.source.fail(at, message, note)

    def _unknown_alias(self, name: str) -> None:
        at = self.mask.find(name, self.at)
        self.fail(max(at, self.at), f"undefined symbol alias id '{name[1:]}'", f"define it before the module: {name} = ...")

    def line_of(self, at: int) -> int:
        """Return the line of a position; positions must ascend from call to call."""
        if at >= self.line_at:
            self.line += self.clean.count("\n", self.line_at, at)
        else:
            self.line = self.source.line(at)
        self.line_at = at
        return self.line

    def last_location(self, start: int, end: int) -> int:
        """Return the start of the last ` loc(` between two positions, or -1."""
        return max(self.mask.rfind(f"{space}loc(", start, end) for space in " \t\n")

    # types and attributes

    def type_at(self, start: int, end: int) -> str:
        return self._check_value(check_type, start, end)

    def attribute_at(self, start: int, end: int) -> str:
        return self._check_value(check_attribute, start, end)

    def _check_value(self, check: Callable[[str], None], start: int, end: int) -> str:
        text = self.clean[start:end]
        try:
            check(text)
        except Malformed as error:
            self.fail(start + error.at, str(error))
        return self.expand(text)

    def dictionary_at(self, start: int, end: int) -> dict[str, str]:
        try:
            return self.expand.dictionary(self.clean[start:end])
        except Malformed as error:
            self.fail(max(self.clean.find(error.text, start, end), start) + error.at, str(error))

    # values

    def use(self, name: str, at: int) -> Value:
        value = self.names.get(name)
        if value is None:
            base, hash_, number = name.partition("#")
            value = self.names.get(base + "#0") if not hash_ else self.names.get(base) if number == "0" else None
            if value is None:
                if hash_ and (base in self.names or base + "#0" in self.names):
                    self.fail(at, f"reference to invalid result number '{name}'")
                known = self.pending.get(name)
                if known is None:
                    known = Pending(Value("", name), at, tuple(self.regions), tuple(self.blocks), None)
                    self.pending[name] = known
                value = known.value
        return value

    def find(self, name: str, start: int) -> int:
        """Return the position, after `start`, where a value name occurs and is not the beginning of a longer name."""
        at = self.mask.find(name, start)
        while at >= 0 and _LONGER.match(self.mask, at + len(name)):
            at = self.mask.find(name, at + 1)
        return max(at, start)

    def uses(self, names: list[str], start: int) -> tuple[Value, ...]:
        """Return the values that operand names refer to. The names are in the order in which they occur in the text after `start`."""
        values = []
        for name in names:
            value = self.names.get(name)
            if value is None:
                value = self.use(name, self.find(name, start))
            values.append(value)
        return tuple(values)

    def check(self, value: Value, type: str, index: int, start: int) -> None:
        """Raise an error if an operand's type in the text differs from the type of its definition."""
        if value.type == type:
            return
        if value in self.guessed:
            self.guessed.remove(value)
            object.__setattr__(value, "type", type)  # the uses refer to this object
            return
        if not value.type:
            known = self.pending[value.name]
            if known.type is None:
                self.pending[value.name] = known._replace(type=type)
            if known.type in (None, type):
                return
        was = value.type or self.pending[value.name].type
        self.fail(self.find(value.name, start), f"operand is used with type {type}, but was defined with type {was}",
                  f"operand {index}: {value.name}")  # fmt: skip

    def suggest_types(self, values: Sequence[Value], types: Sequence[str]) -> None:
        """Give values of unknown type the types that an operation of unknown syntax states for its operands."""
        for value, type in zip(values, types, strict=True):
            if value.type == UNTYPED and value in self.guessed:
                object.__setattr__(value, "type", type)  # the uses refer to this object

    def define(self, name: str, type: str, at: int) -> Value:
        names = self.names
        if name in names or ("#" in name and name.partition("#")[0] in names) or name + "#0" in names:
            self.fail(at, f"redefinition of SSA value '{name}'", "a function's names are unique; give it another name")
        if not type:
            self.fail(at, f"expected the type of '{name}'")
        known = self.pending.pop(name, None) if self.pending else None
        if known is None:
            value = Value(type, name)
        else:
            self._check_order(name, at, known)
            if known.type not in (None, type):
                self.fail(known.at, f"operand is used with type {known.type}, but was defined with type {type}")
            value = known.value
            object.__setattr__(value, "type", type)  # the uses refer to this object
        names[name] = value
        self.defined.append(name)
        return value

    def _check_order(self, name: str, at: int, known: Pending) -> None:
        """Raise an error if `known`, a use before the definition of the value at `at`, is outside the scope of that definition."""
        for number, region in enumerate(self.regions):
            if number >= len(known.regions) or known.regions[number] != region:
                self.raise_misplaced(name, known.at, at, describe_owner(region[1]))
        depth = len(self.blocks)
        if depth and known.blocks[depth - 1] == self.blocks[-1] and self.regions[-1][1] not in GRAPHS:
            self.raise_misplaced(name, known.at, at, "after this" if known.at < at else "by the operation around this")

    def raise_misplaced(self, name: str, at: int, defined: int, where: str, note: str = "") -> NoReturn:
        """Raise the error for a use outside the scope of its definition."""
        self.fail(at, f"{name} is used here, but defined in line {self.source.line(defined)}, {where}", note)

    def raise_undeclared(self, name: str, at: int) -> NoReturn:
        base = name.partition("#")[0]
        owner = next((self.gone[known] for known in (name, base, base + "#0") if known in self.gone), None)
        if owner is not None:
            self.raise_misplaced(name, at, self.find(base, self.opened), describe_owner(owner))
        self.fail(at, f"use of undeclared SSA value name '{name}'", "define it above, in this block or one that encloses it")

    def results(self, text: str | None, types: tuple[str, ...], at: int) -> tuple[Value, ...]:
        """Define values for the result names in a text such as `%a, %b:2`, and return them."""
        if not text:
            return tuple(Value(t, "%unnamed") for t in types)
        if "," not in text and ":" not in text:
            return (self.define(text, types[0], at),)
        values: list[Value] = []
        for part in text.split(","):
            name, _, count = part.strip().partition(":")
            if count:
                first = len(values)
                values += [self.define(f"{name}#{i}", types[first + i], at) for i in range(int(count))]
            else:
                values.append(self.define(name, types[len(values)], at))
        return tuple(values)

    @staticmethod
    def count_results(text: str) -> int:
        if "," not in text and ":" not in text:
            return 1
        return sum(int(part.partition(":")[2] or 1) for part in text.split(","))

    def check_results(self, text: str, results: int, at: int) -> None:
        """Raise an error if `text` names more or fewer results than the operation has."""
        if (named := self.count_results(text)) != results:
            self.fail(at, WRONG_RESULTS.format(results, "s" * (results != 1), named))

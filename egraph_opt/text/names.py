"""The values in scope: names, their definitions, uses before definitions."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple, NoReturn

from egraph_opt.ir.module import Op, Region, Value
from egraph_opt.text.syntax.alias import Expander
from egraph_opt.text.syntax.grammar import check_attribute, check_type
from egraph_opt.text.syntax.malformed import Malformed
from egraph_opt.text.syntax.pretty import WRONG_RESULTS, Shape
from egraph_opt.text.syntax.scan import Source

NAME = r"%[\w$.]++(?:-(?!>)[\w$.]*+)*+"

_LONGER = re.compile(r"[\w$.#]")


class Pending(NamedTuple):
    """A value used before its definition: legal only between blocks."""

    value: Value
    at: int
    blocks: tuple[int, ...]
    type: str | None


class Names:
    """What a reader knows of values while it goes through a text."""

    def __init__(self, text: str, filename: str, first_line: int):
        self.source = Source(text, filename, first_line)
        self.mask, self.clean = self.source.mask, self.source.clean
        self.expand = Expander(self._unknown_alias, lambda message, note: self.fail(self.at, message, note))
        self.templates: dict[tuple[int, tuple[str, ...]], Shape] = {}
        self.names: dict[str, Value] = {}
        self.defined: list[str] = []
        self.pending: dict[str, Pending] = {}
        self.blocks: list[int] = []
        self.count_blocks = 0
        self.at = 0
        self.ahead: re.Match[str] | None = None
        """What was seen to come next while an operation's end was looked for."""
        self.line, self.line_at = first_line, 0
        self.located = "loc(" in self.mask
        self.spans: dict[Op, tuple[int, int]] = {}
        """Where each operation stands."""
        self.bodies: dict[Region, tuple[int, int]] = {}
        """Between which braces each region stands."""

    def fail(self, at: int, message: str, note: str = "") -> NoReturn:
        self.source.fail(at, message, note)

    def _unknown_alias(self, name: str) -> None:
        at = self.mask.find(name, self.at)
        self.fail(max(at, self.at), f"undefined symbol alias id '{name[1:]}'", f"define it before the module: {name} = ...")

    def line_of(self, at: int) -> int:
        """The line of a position; positions are asked for in ascending order, so counting goes on from the last."""
        if at >= self.line_at:
            self.line += self.clean.count("\n", self.line_at, at)
        else:
            self.line = self.source.line(at)
        self.line_at = at
        return self.line

    def last_location(self, start: int, end: int) -> int:
        """Where the last ` loc(` between two positions begins, or -1."""
        return max(self.mask.rfind(f"{space}loc(", start, end) for space in " \t\n")

    # types and attributes

    def type_at(self, start: int, end: int) -> str:
        """The type between two positions."""
        return self._checked(check_type, start, end)

    def attribute_at(self, start: int, end: int) -> str:
        """The attribute between two positions."""
        return self._checked(check_attribute, start, end)

    def _checked(self, check: Callable[[str], None], start: int, end: int) -> str:
        text = self.clean[start:end]
        try:
            check(text)
        except Malformed as error:
            self.fail(start + error.at, str(error))
        return self.expand(text)

    def dictionary_at(self, start: int, end: int) -> dict[str, str]:
        """The entries of a dictionary whose inside stands between two positions."""
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
                    known = Pending(Value("", name), at, tuple(self.blocks), None)
                    self.pending[name] = known
                value = known.value
        return value

    def find(self, name: str, start: int) -> int:
        """Where a value's whole name next stands after `start`."""
        at = self.mask.find(name, start)
        while at >= 0 and _LONGER.match(self.mask, at + len(name)):
            at = self.mask.find(name, at + 1)
        return max(at, start)

    def uses(self, names: list[str], start: int) -> tuple[Value, ...]:
        """The values of names that stand, in this order, after `start`."""
        values = []
        for name in names:
            value = self.names.get(name)
            if value is None:
                value = self.use(name, self.find(name, start))
            values.append(value)
        return tuple(values)

    def check(self, value: Value, type: str, index: int, start: int) -> None:
        """An operand's type, where the syntax says it, is the type of its definition."""
        if value.type == type:
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
            if self.blocks and self.blocks[-1] in known.blocks:
                self._undeclared(name, known.at)
            if known.type not in (None, type):
                self.fail(known.at, f"operand is used with type {known.type}, but was defined with type {type}")
            value = known.value
            object.__setattr__(value, "type", type)  # the uses hold this very object
        names[name] = value
        self.defined.append(name)
        return value

    def _undeclared(self, name: str, at: int) -> NoReturn:
        self.fail(at, f"use of undeclared SSA value name '{name}'", "define it above, in this block or one that encloses it")

    def results(self, text: str | None, types: tuple[str, ...], at: int) -> tuple[Value, ...]:
        """Define the results that `%a, %b:2` names."""
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
    def count_bound(text: str) -> int:
        """How many results `%a, %b:2` names."""
        if "," not in text and ":" not in text:
            return 1
        return sum(int(part.partition(":")[2] or 1) for part in text.split(","))

    def check_bound(self, text: str, results: int, at: int) -> None:
        """The text names each result."""
        if (named := self.count_bound(text)) != results:
            self.fail(at, WRONG_RESULTS.format(results, "s" * (results != 1), named))

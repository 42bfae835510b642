"""JSON with the place of each value, so that an error in a user's file says where it is."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from json.decoder import JSONDecoder
from typing import Any, NamedTuple, NoReturn

from egraph_opt.errors import nearest
from egraph_opt.ir.module import InputError

_DECODER = JSONDecoder()
_SPACE = " \t\n\r"
_KINDS = {dict: "an object", list: "a list", str: "a text", int: "an integer"}


class LocatedValue(NamedTuple):
    """JSON value with its offset in the text. The members of objects and lists are located, too."""

    value: Any
    at: int

    def plain(self) -> Any:
        """Return the value as `json.loads` does."""
        if isinstance(self.value, dict):
            return {name: member.plain() for name, member in self.value.items()}
        return [member.plain() for member in self.value] if isinstance(self.value, list) else self.value


class LocatedJson:
    """Parsed JSON text of a file, in `root`. Errors are InputErrors with the file's name, line and column."""

    def __init__(self, text: str, filename: str) -> None:
        self._text, self._filename = text, filename
        try:
            json.loads(text, parse_constant=self._refuse)
        except json.JSONDecodeError as error:
            self._fail(error.pos, f"no JSON: {error.msg[:1].lower()}{error.msg[1:]}")
        except RecursionError:
            self._fail(0, "values are nested too deeply")
        self.root, _ = self._value(0)

    def fail(self, of: LocatedValue, message: str) -> NoReturn:
        self._fail(of.at, message)

    def expect(self, of: LocatedValue, kind: type, what: str) -> Any:
        """Return a value of a type; `what` names it in the error message otherwise."""
        if not isinstance(of.value, kind) or (isinstance(of.value, bool) and kind is int):
            self.fail(of, f"{what} is {_KINDS[kind]}, not {json.dumps(of.plain())[:60]}")
        return of.value

    def members(self, of: LocatedValue, what: str, names: Collection[str], needed: Collection[str]) -> Mapping[str, LocatedValue]:
        """Return the members of an object that has all `needed` names, and others only from `names`."""
        found: dict[str, LocatedValue] = self.expect(of, dict, what)
        for name, member in found.items():
            if name not in names:
                self.fail(member, f"{what} has an unknown key {name!r}{nearest(name, list(names))}")
        for name in needed:
            if name not in found:
                self.fail(of, f"{what} has no {name!r}")
        return found

    def _refuse(self, constant: str) -> NoReturn:
        self._fail(max(0, self._text.find(constant)), f"no JSON: {constant} is no number")

    def _fail(self, at: int, message: str) -> NoReturn:
        start = self._text.rfind("\n", 0, at) + 1
        end = self._text.find("\n", at)
        source = self._text[start : end if end >= 0 else len(self._text)]
        raise InputError(message, self._text.count("\n", 0, at) + 1, at - start + 1, filename=self._filename, source=source)

    def _skip(self, at: int) -> int:
        while self._text[at] in _SPACE:
            at += 1
        return at

    def _value(self, at: int) -> tuple[LocatedValue, int]:
        at = self._skip(at)
        if self._text[at] == "{":
            members: dict[str, LocatedValue] = {}
            end = at
            for place in self._items(at):
                name, end = _DECODER.raw_decode(self._text, place)
                if name in members:
                    self._fail(place, f"the key {name!r} is given twice")
                members[name], end = self._value(self._skip(end) + 1)
                self._end = end
            return LocatedValue(members, at), self._skip(self._end) + 1
        if self._text[at] == "[":
            values: list[LocatedValue] = []
            for place in self._items(at):
                found, self._end = self._value(place)
                values.append(found)
            return LocatedValue(values, at), self._skip(self._end) + 1
        value, end = _DECODER.raw_decode(self._text, at)
        return LocatedValue(value, at), end

    def _items(self, at: int) -> Iterator[int]:
        """Yield the place of each member of the object or list at `at`; the caller sets `_end` to the end of each."""
        self._end = at + 1
        at = self._skip(at + 1)
        while self._text[at] not in "]}":
            yield at
            at = self._skip(self._end)
            if self._text[at] == ",":
                at = self._skip(at + 1)

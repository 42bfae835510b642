"""Numbered layouts of a report, with short names, and drawings of layouts with a known map."""

from __future__ import annotations

import re
from collections.abc import Mapping

from egraph_opt.ir.types import TensorType, tensor_type
from egraph_opt.linear_layout import linear_layout
from egraph_opt.reports.report_data import Drawing, LayoutRecord
from egraph_opt.text.syntax.attribute_alias import Compressor

_SLICE = re.compile(r"#ttg\.slice<\{dim = (\d+), parent = ([^{}]*(?:<.*>)?)\}>")
_OPERAND = re.compile(r"#ttg\.dot_op<\{opIdx = (\d+), parent = ([^{},]*)(?:, kWidth = (\d+))?\}>")
_LONG = re.compile(r"#ttg\.(\w+)<\{")
MOST_ELEMENTS = 1 << 20


class ReportLayouts:
    """Layouts of a report, numbered on first use and named by the programs' aliases."""

    def __init__(self) -> None:
        self._aliases: dict[str, str] = {}
        self._short = Compressor({})
        self._numbers: dict[str, int] = {}
        self._made: dict[str, str] = {}
        self._drawings: dict[tuple[int, tuple[int, ...]], Drawing] = {}

    def know(self, aliases: Mapping[str, str]) -> None:
        """Add a module's aliases. If a name has several definitions, the first is used."""
        for name, text in aliases.items():
            self._aliases.setdefault(name, text)
        self._short = Compressor(self._aliases)

    def number(self, encoding: str | None) -> int:
        """Return the number of a layout, or -1 for no layout."""
        return self._numbers.setdefault(encoding, len(self._numbers)) if encoding else -1

    def of(self, type_text: str) -> int:
        """Return the number of a tensor type's layout, which the report then draws; -1 without a layout."""
        tensor = tensor_type(type_text)
        number = self.number(tensor.encoding) if tensor else -1
        if tensor and number >= 0:
            self._draw(number, tensor)
        return number

    def text(self, text: str) -> str:
        """Return a text with each layout replaced by its alias."""
        return self._short(text)

    def name(self, encoding: str) -> str:
        """Return a short name: an alias, `slice<0, #blocked>`, or a generated name for a layout without an alias."""
        short = self._short(encoding)
        if found := _SLICE.fullmatch(short):
            return f"slice<{found[1]}, {self.name(self._long(found[2]))}>"
        if found := _OPERAND.fullmatch(short):
            return f"dot_op<{found[1]}, {self.name(self._long(found[2]))}{f', {found[3]}' if found[3] else ''}>"
        if found := _LONG.match(short):
            return self._made.setdefault(short, f"#new_{found[1]}{len(self._made)}")
        return short

    def _long(self, name: str) -> str:
        return self._aliases.get(name, name)

    def _draw(self, number: int, tensor: TensorType) -> None:
        key = number, tensor.shape
        size = 1
        for extent in tensor.shape:
            size *= extent
        if key in self._drawings or not tensor.encoding or size > MOST_ELEMENTS or not tensor.shape:
            return
        try:
            found = linear_layout(tensor.encoding, tensor.shape)
        except ValueError:
            return
        parts = (list(bases) for bases in (found.register, found.lane, found.warp, found.block))
        self._drawings[key] = Drawing(number, list(tensor.shape), *parts)

    @property
    def entries(self) -> list[LayoutRecord]:
        return [LayoutRecord(self.name(text), text) for text in self._numbers]

    @property
    def drawings(self) -> list[Drawing]:
        """Return drawings of the layouts with a known map, one for each tensor shape in which a layout occurs."""
        return list(self._drawings.values())

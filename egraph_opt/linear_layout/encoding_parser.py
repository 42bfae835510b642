"""Parser of the MLIR text of encodings."""

from __future__ import annotations

import json
import re
from typing import Any

from egraph_opt.errors import EgraphOptError
from egraph_opt.linear_layout.linear_map import InvalidLayout, log2, span_rank


class UnsupportedEncoding(EgraphOptError, ValueError):
    """Error for an encoding without a supported linear layout: shared memory, tensor memory, or unknown."""


_KIND = re.compile(r"#(?:ttg\.)?(\w+)")
_BODY = re.compile(r"#ttg\.\w+<\{(.*)\}>", re.DOTALL)
# An encoding within an encoding: no other field holds an angle bracket, so it ends at the last one.
_PARENT = re.compile(r"\bparent\s*=\s*(#.*>)", re.DOTALL)
_FIELD = re.compile(r"\s*(\w+)\s*=\s*(\w+|\{[^{}]*\}|\[[\[\]\d\s,]*\])\s*(?:,|$)")

_MAX_NESTING = 64
"""Maximum nesting depth of encodings, against stack overflow."""

_CLUSTER = {"CGALayout", "CTAsPerCGA", "CTASplitNum", "CTAOrder"}
_FIELDS = {
    "blocked": {"sizePerThread", "threadsPerWarp", "warpsPerCTA", "order"} | _CLUSTER,
    "slice": {"dim", "parent"},
    "linear": {"register", "lane", "warp", "block"},
    "nvidia_mma": {"versionMajor", "versionMinor", "warpsPerCTA", "instrShape"} | _CLUSTER,
    "dot_op": {"opIdx", "parent", "kWidth"},
    "amd_mfma": {"version", "warpsPerCTA", "instrShape", "isTransposed", "tilesPerWarp", "elementBitWidth"} | _CLUSTER,
    "amd_wmma": {"version", "isTranspose", "warpsPerCTA", "tilesPerWarp", "instrShape"} | _CLUSTER,
}


class Attribute:
    """Fields of an encoding, validated on access."""

    def __init__(self, encoding: str) -> None:
        self.encoding = encoding
        if encoding.count("<{") > _MAX_NESTING:
            raise InvalidLayout(f"more than {_MAX_NESTING} encodings within each other")
        kind = _KIND.match(encoding)
        if not kind:
            raise InvalidLayout(f"an encoding begins with #ttg., not as {encoding!r}")
        self.kind = kind[1]
        if self.kind not in _FIELDS:
            raise UnsupportedEncoding(f"no linear layout is known for {encoding}")
        body = _BODY.fullmatch(encoding)
        if not body:
            raise InvalidLayout(f"{encoding} is not #ttg.{self.kind}<{{...}}>")
        self._fields: dict[str, Any] = {}
        self.parent: Attribute | None = None
        text = body[1]
        if self.kind in ("slice", "dot_op"):
            parent = _PARENT.search(text)
            if not parent:
                raise InvalidLayout(f"{encoding} has no parent")
            self.parent = Attribute(parent[1])
            text = f"{text[: parent.start(1)]}0{text[parent.end(1) :]}"
        position = 0
        while position < len(text):
            field = _FIELD.match(text, position)
            if not field:
                raise InvalidLayout(f"cannot read {text[position:]!r} in {encoding}")
            if field[1] not in _FIELDS[self.kind]:
                raise UnsupportedEncoding(f"unknown field {field[1]} in {encoding}")
            try:
                self._fields[field[1]] = json.loads(field[2])
            except ValueError as error:
                raise InvalidLayout(f"{field[1]} in {encoding} is {field[2]}") from error
            position = field.end()
        self.rank = self._rank()

    def _rank(self) -> int:
        if self.parent is not None:
            return self.parent.rank - (self.kind == "slice")
        if self.kind == "linear":
            return max((len(vector) for name in _FIELDS["linear"] for vector in self.vectors(name)), default=1)
        return len(self.sizes("warpsPerCTA"))

    def number(self, name: str, default: int | None = None) -> int:
        value = self._fields.get(name, default)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.wrong(name, "a number")
        return value

    def flag(self, name: str) -> bool:
        value = self._fields.get(name, False)
        if not isinstance(value, bool):
            raise self.wrong(name, "true or false")
        return value

    def numbers(self, name: str, rank: int | None = None) -> list[int]:
        value = self._fields.get(name)
        if not isinstance(value, list) or not all(isinstance(item, int) for item in value) or rank not in (None, len(value)):
            raise self.wrong(name, f"a list of {'' if rank is None else f'{rank} '}numbers")
        return value

    def sizes(self, name: str, rank: int | None = None) -> list[int]:
        value = self.numbers(name, rank)
        if any(item < 1 or item & item - 1 for item in value):
            raise self.wrong(name, "a list of powers of two")
        return value

    def order(self, name: str, rank: int) -> list[int]:
        value = self.numbers(name, rank)
        if sorted(value) != list(range(rank)):
            raise self.wrong(name, f"a permutation of the {rank} axes")
        return value

    def tiles(self) -> list[int]:
        """Return `tilesPerWarp`, or ones if absent."""
        return self.sizes("tilesPerWarp", self.rank) if "tilesPerWarp" in self._fields else [1] * self.rank

    def has(self, name: str) -> bool:
        return name in self._fields

    def vectors(self, name: str) -> list[list[int]]:
        value = self._fields.get(name)
        if not isinstance(value, list) or not all(
            isinstance(vector, list) and all(isinstance(item, int) for item in vector) for vector in value
        ):
            raise self.wrong(name, "a list of bases")
        return value

    def wrong(self, name: str, wanted: str) -> InvalidLayout:
        what = f"is {self._fields[name]}" if name in self._fields else "is missing"
        return InvalidLayout(f"{name} of {self.encoding} {what}, not {wanted}")

    def cluster(self) -> list[list[int]]:
        """Return one basis per bit of the block number, by which the blocks of a cluster partition the tensor."""
        if self.has("CGALayout"):
            bases = self.vectors("CGALayout")
            for basis in bases:
                if len(basis) != self.rank or sum(map(bool, basis)) > 1:
                    raise self.wrong("CGALayout", f"a list of bases along one of {self.rank} axes")
            for steps in zip(*bases, strict=True):
                if span_rank(steps) != max(steps).bit_length():
                    raise self.wrong("CGALayout", "a list of bases that reach every part")
            return bases
        if not self.has("CTAsPerCGA"):
            return []
        # The spelling of Triton up to 3.5.
        blocks, split = self.sizes("CTAsPerCGA", self.rank), self.sizes("CTASplitNum", self.rank)
        bases = []
        for axis in self.order("CTAOrder", self.rank):
            for bit in range(log2(blocks[axis])):
                value = 1 << bit if 1 << bit < split[axis] else 0
                bases.append([value if other == axis else 0 for other in range(self.rank)])
        return bases

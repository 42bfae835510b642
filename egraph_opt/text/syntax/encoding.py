"""Verification of the fields of Triton's layouts."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from math import prod
from typing import NamedTuple, NoReturn

from egraph_opt.ir.types import items
from egraph_opt.text.syntax.errors import Malformed

_NUMBER = r"(?:0[xX][0-9A-Fa-f]{1,16}|\d{1,20})(?:\s*:\s*(?:[su]?i\d+|index))?"
_NUMBERS = rf"\[\s*(?:{_NUMBER}(?:\s*,\s*{_NUMBER})*)?\s*\]"
_WORD = re.compile(r"\[|\]|(0[xX][0-9A-Fa-f]+|\d+)(?:\s*:\s*\w+)?")


class FieldKind(NamedTuple):
    """Kind of values of a layout field: description and pattern."""

    words: str
    pattern: re.Pattern[str]


NUMBER = FieldKind("an unsigned number", re.compile(_NUMBER))
FLAG = FieldKind("true or false", re.compile("true|false"))
NUMBERS = FieldKind("a list of unsigned numbers", re.compile(_NUMBERS))
BASES = FieldKind("a list of lists of unsigned numbers", re.compile(rf"\[\s*(?:{_NUMBERS}(?:\s*,\s*{_NUMBERS})*)?\s*\]"))
LAYOUT = FieldKind("a layout of registers", re.compile(r"#(?!ttg\.\w*shared)(?!ttng\.).+", re.DOTALL))
WIDTH = FieldKind("a number", re.compile(r"-?(?:0[xX][0-9A-Fa-f]{1,8}|\d{1,10})|true|false"))
ANY = FieldKind("a value", re.compile(".*", re.DOTALL))
_CLUSTER = {"CGALayout": BASES, **dict.fromkeys(("CTAsPerCGA", "CTASplitNum", "CTAOrder"), NUMBERS)}
"""Fields for CTA clusters, of Triton 3.6 and of earlier versions."""
_SHARED = {**dict.fromkeys(("vec", "perPhase", "maxPhase"), NUMBER), "order": NUMBERS, **_CLUSTER}
_FIELDS: dict[str, dict[str, FieldKind]] = {
    "blocked": {**dict.fromkeys(("sizePerThread", "threadsPerWarp", "warpsPerCTA", "order"), NUMBERS), **_CLUSTER},
    "slice": {"dim": NUMBER, "parent": LAYOUT},
    "dot_op": {"opIdx": NUMBER, "parent": LAYOUT, "kWidth": WIDTH},
    "linear": dict.fromkeys(("register", "lane", "warp", "block"), BASES),
    "nvidia_mma": {"versionMajor": NUMBER, "versionMinor": NUMBER, "warpsPerCTA": NUMBERS, "instrShape": NUMBERS, **_CLUSTER},
    "amd_mfma": {"version": NUMBER, "warpsPerCTA": NUMBERS, "instrShape": NUMBERS, "isTransposed": FLAG, "tilesPerWarp": NUMBERS,
                 "elementBitWidth": NUMBER, **_CLUSTER},
    "amd_wmma": {"version": NUMBER, "isTranspose": FLAG, "warpsPerCTA": NUMBERS, "instrShape": NUMBERS, "tilesPerWarp": NUMBERS,
                 **_CLUSTER},
    "swizzled_shared": _SHARED, "amd_rotating_shared": _SHARED,
    "nvmma_shared": {"swizzlingByteWidth": NUMBER, "transposed": FLAG, "elementBitWidth": NUMBER, "fp4Padded": FLAG, "rank": NUMBER,
                     **_CLUSTER},
}  # fmt: skip
"""Fields of each layout, by the layout's name."""
_REQUIRED = {
    "slice": ("dim", "parent"), "dot_op": ("opIdx", "parent"), "linear": ("register", "lane", "warp", "block"),
    "amd_mfma": ("instrShape",), "amd_wmma": ("version",),
}  # fmt: skip
"""Required fields of layouts; other fields default to zero, false or an empty list."""
_CLOSED = ("blocked", "dot_op", "swizzled_shared", "amd_rotating_shared", "nvmma_shared")
"""Layouts that reject unknown fields."""
_ALLOWED: dict[tuple[str, str], Collection[int]] = {
    ("dot_op", "opIdx"): (0, 1), ("amd_mfma", "version"): (0, 1, 2, 3, 4), ("amd_wmma", "version"): (1, 2, 3),
    ("amd_mfma", "elementBitWidth"): (32, 64),
}  # fmt: skip
"""Allowed values of integer fields."""
_RANK = {
    "blocked": "order", "swizzled_shared": "order", "amd_rotating_shared": "order", "nvidia_mma": "warpsPerCTA", "amd_mfma": "warpsPerCTA",
}  # fmt: skip
"""List field with one number per axis, by layout name."""
_TILES = ([32, 32], [16, 16], [64, 4], [4, 64])
"""Rows and columns of AMD's matrix instructions."""
LAYOUTS = frozenset(f"#ttg.{name}" for name in _FIELDS)
MAX_LAYOUT_ELEMENTS = 1 << 24
"""Maximum number of elements of a blocked layout, 16 times Triton's maximum for tensors."""


def check_layout(name: str, body: str, text: str, at: int) -> None:
    """Check the fields of a layout as Triton's parser and verifier do; `body` is the dictionary at position `at` of `text`.

    Raises:
        Malformed: a field is missing, unknown or of the wrong kind, or list lengths are inconsistent.
    """
    kind = name.removeprefix("#ttg.")
    known, found = _FIELDS[kind], dict[str, str]()

    def refuse(message: str, field: str = "") -> NoReturn:
        place = re.search(rf"\b{field}\b", body) if field else None
        raise Malformed(message, text, at + (place.start() if place else 0))

    for item in items(body.strip()[1:-1]):
        field, _, value = (part.strip() for part in item.partition("="))
        field = field.strip('"')
        if field in found:
            refuse(f"the layout {name} has '{field}' twice", field)
        if field not in known and kind in _CLOSED:
            refuse(f"the layout {name} has no field '{field}'", field)
        if not known.get(field, ANY).pattern.fullmatch(value):
            refuse(f"'{field}' of the layout {name} is {known[field].words}", field)
        allowed = _ALLOWED.get((kind, field))
        if allowed and _numbers(value)[0] not in allowed:
            refuse(f"'{field}' of the layout {name} is one of {', '.join(map(str, allowed))}", field)
        found[field] = value
    for field in _REQUIRED.get(kind, ()):
        if field not in found:
            refuse(f"the layout {name} has no '{field}'")
    if kind in _RANK and any(
        len(basis) != len(_numbers(found.get(_RANK[kind], ""))) for basis in _bases(found.get("CGALayout", ""))
    ):
        refuse("the bases of 'CGALayout' do not have one number for each axis", "CGALayout")
    if check := _LISTS.get(kind):
        check(found, refuse)


def _check_blocked_layout(found: dict[str, str], refuse: Callable[..., NoReturn]) -> None:
    order, *lists = (_numbers(found.get(field, "")) for field in ("order", "sizePerThread", "threadsPerWarp", "warpsPerCTA"))
    if {len(numbers) for numbers in lists} != {len(order)}:
        refuse("the lists of this layout have different lengths")
    numbers = [number for listed in lists for number in listed]
    if any(number.bit_count() != 1 for number in numbers):
        refuse("the numbers of this layout are not all powers of two")
    if prod(numbers) > MAX_LAYOUT_ELEMENTS:
        refuse(f"this layout has more than {MAX_LAYOUT_ELEMENTS} elements")
    _check_order(found, refuse)


def _check_order(found: dict[str, str], refuse: Callable[..., NoReturn]) -> None:
    order = _numbers(found.get("order", ""))
    if sorted(order) != list(range(len(order))):
        refuse("the order of this layout does not name each axis once", "order")


def _check_linear(found: dict[str, str], refuse: Callable[..., NoReturn]) -> None:
    every = [basis for field in _REQUIRED["linear"] for basis in _bases(found[field])]
    if len({len(basis) for basis in every}) != 1:
        refuse("the bases of this layout do not all have one number for each axis")
    if any(sum(map(bool, basis)) > 1 for basis in every):
        refuse("a basis of this layout moves along more than one axis")


def _check_tile(found: dict[str, str], refuse: Callable[..., NoReturn]) -> None:
    if _numbers(found["instrShape"])[:2] not in _TILES:
        refuse(f"'instrShape' of this layout begins with one of {', '.join(map(str, _TILES))}", "instrShape")


_LISTS: dict[str, Callable[[dict[str, str], Callable[..., NoReturn]], None]] = {
    "blocked": _check_blocked_layout, "swizzled_shared": _check_order, "linear": _check_linear, "amd_mfma": _check_tile,
}  # fmt: skip


def _numbers(text: str) -> list[int]:
    """Return the numbers of a list, without their types."""
    return [int(word[1], 16 if word[1][:2] in ("0x", "0X") else 10) for word in _WORD.finditer(text) if word[1]]


def _bases(text: str) -> list[list[int]]:
    """Return the numbers in a list of lists."""
    return [_numbers(inner) for inner in re.findall(r"\[([^\[\]]*)\]", text[1:-1])]

"""Check of the fields of Triton's layouts."""

from __future__ import annotations

import re
from math import prod

from egraph_opt.text.syntax.malformed import Malformed

_SHARED = "vec perPhase maxPhase order"
_FIELDS = {
    "blocked": "sizePerThread threadsPerWarp warpsPerCTA order", "slice": "dim parent", "dot_op": "opIdx parent",
    "linear": "register lane warp block", "nvidia_mma": "", "amd_mfma": "", "amd_wmma": "",
    "swizzled_shared": _SHARED, "amd_rotating_shared": _SHARED, "nvmma_shared": "swizzlingByteWidth transposed elementBitWidth",
}  # fmt: skip
LAYOUTS = frozenset(f"#ttg.{name}" for name in _FIELDS)
_REQUIRED = {f"#ttg.{name}": tuple(fields.split()) for name, fields in _FIELDS.items()}
"""Fields without which a layout means nothing; those of matrix instructions have defaults."""
_RANKED = re.compile(r"\b(sizePerThread|threadsPerWarp|warpsPerCTA|order)\s*=\s*\[([^\]]*)\]")
LARGEST = 1 << 24
"""Largest number of elements of a blocked layout: no tensor of Triton's has more than a sixteenth of that."""


def check_layout(name: str, body: str, text: str, at: int) -> None:
    """Check the fields of a layout, as Triton's parser and verifier do; `body` is the dictionary at a position of `text`.

    Raises:
        Malformed: a field is missing, or the lists of a blocked layout do not fit.
    """
    for field in _REQUIRED.get(name, ()):
        if not re.search(rf"\b{field}\s*=", body):
            raise Malformed(f"the layout {name} has no '{field}'", text, at)
    if name != "#ttg.blocked":
        return
    lists = {field: listed.split(",") if listed.strip() else [] for field, listed in _RANKED.findall(body)}
    if len({len(listed) for listed in lists.values()}) > 1:
        raise Malformed("the lists of this layout have different lengths", text, at)
    order = lists.pop("order", [])
    numbers = [int(word) if word.strip().isdecimal() else 0 for listed in lists.values() for word in listed if len(word) < 40]
    if any(number.bit_count() != 1 for number in numbers) or len(numbers) != sum(map(len, lists.values())):
        raise Malformed("the numbers of this layout are not all powers of two", text, at)
    if prod(numbers) > LARGEST:
        raise Malformed(f"this layout has more than {LARGEST} elements", text, at)
    if sorted(word.strip() for word in order) != sorted(map(str, range(len(order)))):
        raise Malformed("the order of this layout does not name each axis once", text, at)

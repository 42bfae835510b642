"""Recognition of Triton IR from before 2025, which is rejected with a message."""

from __future__ import annotations

import re

MESSAGE = "this is IR of Triton as it was before 2025, which is not read"
_OLD = re.compile(r"(?<![\w.])[#!]?triton_(?:nvidia_)?gpu\.\w")
_OLD_ATTRIBUTE = re.compile(r'(?<![\w.])"triton_(?:nvidia_)?gpu\.[\w.-]+"\s*=')
NOTE = "the dialect triton_gpu is called ttg now: print the program with Triton 3.3 or newer"
NOTE_ON_TYPES = "an operand's type stands in parentheses, as before 2025: print the program with Triton 3.3 or newer"


def place_of_old(clean: str, mask: str) -> int:
    """Return the first offset of an old dialect name in a text, or -1."""
    if "triton_" not in clean:
        return -1
    found = [match.start() for match in (_OLD.search(mask), _OLD_ATTRIBUTE.search(clean)) if match]
    return min(found, default=-1)


def is_old(name: str, tail: str | None) -> bool:
    """Return whether the signature `tail` has parentheses around a type where current Triton has none."""
    return name.startswith("tt.") and tail is not None and tail.lstrip().startswith("(")

"""Check of number literals against their types, which rejects, as MLIR does, `300 : i8`, `1.0 : i32` and `1 : f32`."""

from __future__ import annotations

import re

_INTEGER = re.compile(r"[su]?i(\d+)|index")
_FLOAT = re.compile(r"[bt]?f\d")
_NUMBERLESS = re.compile(r"\(|tensor|tuple|vector|memref|none")
_DIGITS = 1000
"""Maximum number of digits of an evaluated number."""


def literal_error(value: str, type: str) -> str | None:
    """Return the error in a number literal of type `type`, or None."""
    if integer := _INTEGER.fullmatch(type):
        if value in ("true", "false"):
            return f"{value} where {type} stands" if type != "i1" else None
        return f"a float where {type} stands" if "." in value else _too_large(value.replace(" ", ""), int(integer[1] or 64), type)
    if value in ("true", "false"):
        return None
    if _FLOAT.match(type) and "." not in value and "x" not in value:
        return f"an integer where {type} stands"
    return f"a number where {type} stands" if _NUMBERLESS.match(type) else None


def _too_large(value: str, bits: int, type: str) -> str | None:
    """Return the error for an integer that fits neither the signed nor the unsigned range, or None."""
    if len(value) > _DIGITS:
        return f"{value[:10]}... is out of the range of {type}"
    number = int(value, 16 if "x" in value else 10)
    return None if -(1 << max(bits - 1, 0)) <= number < 1 << bits else f"{value} is out of the range of {type}"

"""Grammars ("forms") of operations in custom assembly, as in MLIR's `assemblyFormat`: the text between operands and types.

A form is a sequence of words: `%` is an operand, `!` a type, `I` an integer, `S` a string, `D` an optional dictionary. Any other word is
literal, with round brackets in quotes. `( a b )?` is optional, `( a )*` repeats, `( a | b )` is an alternative. A word in capitals is an
entry of `COMMON_FORMS`. The forms are declared in `op_definitions`.
"""

from __future__ import annotations

from collections.abc import Iterable

from egraph_opt.ir.op_definitions import DECLARATIONS
from egraph_opt.ir.syntax import CACHE, CMPF, CMPI, ELEMENT, PRECISION, RMW, ROUNDING, SCOPE, SEM


def _one(words: Iterable[str] | None) -> str:
    """Return the grammar that matches any one of `words`."""
    return f"( {' | '.join(words or ())} )"


_FAST = _one("none reassoc nnan ninf nsz arcp contract afn fast".split())
COMMON_FORMS = {
    "OPERANDS": "% ( , % )*",
    "TYPES": "! ( , ! )*",
    "LISTS": "'(' ( TYPES )? ')' -> ( ! | '(' ( TYPES )? ')' )",
    "PASSED": "D ( OPERANDS D : TYPES )?",
    "BLOCK": "^ ( '(' OPERANDS : TYPES ')' )?",
    "INDEX": "[ ( OPERANDS )? ]",
    "FAST": f"( fastmath < {_FAST} ( , {_FAST} )* > )?",
    "FLOW": "( overflow < ( nsw | nuw | none ) ( , ( nsw | nuw ) )* > )?",
    "CACHED": f"( cacheModifier = {_one(CACHE[0].values)} | evictionPolicy = {_one(CACHE[1].values)} )*",
    "PRECISE": f"( , inputPrecision = {_one(PRECISION.values)} )?",
    "ELEMENT": _one(ELEMENT),
    "CMPI": _one(CMPI),
    "CMPF": _one(CMPF),
    "ROUNDING": _one(ROUNDING),
    "RMW": _one(RMW),
    "SEM": _one(SEM),
    "SCOPE": _one(SCOPE),
}
"""Parts of grammars that several operations share, by name."""

FORMS: dict[str, str] = {name: one.form for name, one in DECLARATIONS.items() if one.form is not None}
"""Grammar of each operation's custom assembly, by operation name."""

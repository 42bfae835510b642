"""Facts that the checker puts in place of products, quotients and remainders at two times: they hold for all integers."""

from __future__ import annotations

from random import Random
from typing import Any
from unittest import mock

import z3

from egraph_opt.families.pointer.symbolic.access_semantics import AccessFormulas
from egraph_opt.families.pointer.symbolic.solver import solver_session
from egraph_opt.families.pointer.symbolic.symbols import SharedSymbols
from egraph_opt.families.pointer.validation import disjointness
from egraph_opt.families.pointer.validation.disjointness import Linear, Times

NAMES = "x by y k place other".split()
"""Numbers that change from one time to the other."""
FIXED = "step stride extent".split()
SAMPLES = 60


def divided(x: int, by: int) -> int:
    """Return a quotient, rounded towards 0."""
    return abs(x) // abs(by) * (1 if (x < 0) == (by < 0) else -1)


def values(numbers: dict[str, int]) -> dict[str, int]:
    """Return numbers, with their quotients and remainders."""
    x, y, by = (numbers[name] for name in ("x", "y", "by"))
    quotient, whole = divided(x, by), divided(y, by)
    return numbers | dict(quotient=quotient, rest=x - by * quotient, whole0=whole, past=y - by * whole)


def said(facts: list[Any], products: Linear, known: dict[str, int]) -> bool:
    """Return whether all facts hold of some numbers, each product being what it stands for."""
    put = [(z3.Int(name), z3.IntVal(number)) for name, number in known.items()]
    for factors, product in products.products.values():
        for end in ("", "'"):
            parts = [z3.simplify(z3.substitute(f, *later(put) if end else put)) for f in factors]
            number = 1
            for part in parts:
                number *= part.as_long()
            put.append((z3.Int(f"{product}{end}"), z3.IntVal(number)))
    return bool(z3.is_true(z3.simplify(z3.substitute(z3.And(*facts), *put))))


def later(put: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Return the numbers at the other time under the names that they have at the first one."""
    there = {str(name).removesuffix("'"): number for name, number in put if str(name).endswith("'")}
    return [(name, there.get(str(name), number)) for name, number in put]


def test_it_holds_for_all_integers() -> None:
    random, seen = Random(2026), []
    made: list[Linear] = []

    def linear() -> Linear:
        made.append(Linear())
        return made[-1]

    with solver_session():
        shared = SharedSymbols()
        x, by, y, k, place, other = z3.Ints(NAMES)
        step, stride, extent = z3.Ints(FIXED)
        quotient, rest, past = z3.Ints("quotient rest past")
        shared.quotients.append((x, by, quotient, False))
        shared.remainders += [("arith.remsi", x, by, rest), ("arith.remsi", y, by, past)]
        forms = [
            AccessFormulas(z3.BoolVal(True), index * stride, coordinates=[(index, stride)], extents=[extent])
            for index in (place, other)
        ]
        moved = [(z3.Int(name), z3.Int(f"{name}'")) for name in (*NAMES, "quotient", "rest", "past")]
        asked = Times(shared, [k * step >= k * step], forms[0], forms[1], (4, 4), moved, [k])
        with mock.patch.object(disjointness, "Linear", linear), mock.patch.object(disjointness, "refute") as refute:
            refute.return_value = z3.unknown, ""
            assert not asked.never_meet([[]])
            facts = [*refute.call_args.args[0]]
        assert len(made) == 2 and len(facts) >= 20
        assert len(made[1].products) >= 5
        for n in range(SAMPLES):
            size = (2, 9, 40)[n % 3]
            drawn = [{name: random.randint(-size, size) for name in (*NAMES, *FIXED)} for _ in range(2)]
            drawn[1] |= {name: drawn[0][name] for name in FIXED}
            if n % 2:
                drawn[1] |= {name: drawn[0][name] for name in random.sample(NAMES, 3)}
            if drawn[0]["by"] and drawn[1]["by"]:
                one, two = map(values, drawn)
                known = one | {f"{name}'": number for name, number in two.items()}
                assert said(facts, made[1], known), known
                seen.append(known)
    assert len(seen) >= SAMPLES // 2

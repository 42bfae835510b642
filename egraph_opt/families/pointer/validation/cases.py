"""Cases of a claim about numbers that truth values select.

A number that nested conditionals select becomes a sum with a product for each set of conditions, which double with each conditional. Of one
condition after the other, the cases of the conditionals are left, as many as there are ways through them.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import z3

CASES = 64
"""Most cases of a claim; one with more is left as it is."""


def cases(claim: Any) -> list[Any]:
    """Return claims that are together as strong as one: each where some truth values, unknown otherwise, are given."""
    found: list[Any] = []
    todo: list[tuple[Any, tuple[Any, ...]]] = [(claim, ())]
    while todo:
        now, given = todo.pop()
        condition = _condition(now)
        if condition is None:
            if not z3.is_true(now):
                found.append(z3.Implies(z3.And(*given), now) if given else now)
        else:
            for truth, case in ((True, condition), (False, z3.Not(condition))):
                known = z3.simplify(z3.substitute(now, (condition, z3.BoolVal(truth))), som=True)
                todo.append((known, (*given, case)))
        if len(found) + len(todo) > CASES:
            return [claim]
    return found


def _condition(claim: Any) -> Any:
    """Return the truth value that selects the most numbers of a claim; None if there is none. Of equally many, it is the first one."""
    count: Counter[int] = Counter()
    terms: dict[int, Any] = {}
    seen: set[int] = set()
    todo = [claim]
    while todo:
        term = todo.pop()
        if term.get_id() in seen:
            continue
        seen.add(term.get_id())
        parts = term.children()
        if z3.is_app_of(term, z3.Z3_OP_ITE) and z3.is_int(term) and z3.is_const(parts[0]):
            count[parts[0].get_id()] += 1
            terms[parts[0].get_id()] = parts[0]
        todo += reversed(parts)
    return terms[max(count, key=lambda number: count[number])] if count else None

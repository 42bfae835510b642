"""Which form each access of a function takes: of those whose facts hold, the cheapest, if it is worth it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from egraph_opt.ir import Op, tensor_type
from egraph_opt.pointer.access import Access, structured
from egraph_opt.pointer.cost import cost, made_in, unpaid
from egraph_opt.pointer.descriptor import hazard
from egraph_opt.pointer.encode import encode
from egraph_opt.pointer.form import Form, Target
from egraph_opt.pointer.lower import MARK, windowed
from egraph_opt.pointer.numbers import Left, Need, Numbers, dependencies
from egraph_opt.pointer.parents import Parents
from egraph_opt.pointer.saturate import saturate
from egraph_opt.pointer.target import RESORT, forms

ALREADY = "it is one through a block pointer already"


@dataclass(frozen=True, slots=True)
class Aim:
    """What accesses are raised to, and on what terms."""

    target: Target
    short: bool
    """Types of descriptors as Triton 3.8 and later print them."""
    trips: float | None
    """The iterations that a loop of unknown bounds is taken to make; None where descriptors are made whether they pay or not."""
    parents: Parents | None = None
    """Where shapes that are not known become parameters, their store."""
    promised: tuple[str, ...] = ()
    """What is promised of integers: the marks (see `promise`), the first of them first."""


@dataclass(slots=True)
class Chosen:
    """A form for each access that has one, with the facts that it leaves to check; for the others the reason."""

    forms: dict[Op, tuple[Form, tuple[Need, ...]]]
    reasons: dict[Op, str]


def accesses(function: Op) -> list[Op]:
    """Every load and store; of those that are there as pointers too, that one."""
    return [op for op in function.walk() if op.name in ("tt.load", "tt.store") and not (MARK in op.attributes and windowed(op))]


Place = tuple[int, str]


def places(ops: Iterable[Op]) -> set[Place]:
    """Accesses by line and name, which copies of them share."""
    return {(op.line, op.name) for op in ops}


def choose(
    function: Op,
    aim: Aim,
    assume: bool,
    wanted: Collection[Place] | None = None,
    gathers: bool = False,
    wraps: Collection[Op] = (),
    guarded: bool = True,
) -> tuple[Chosen, Numbers]:
    """Forms for the accesses that are wanted, all where nothing is said.

    With `assume`, facts that were not derived are taken to hold: `guarded` says that a guard may check them, else a promise must say so.
    """
    target = aim.target
    parents = aim.parents if assume else None
    terms = encode(function, assume, target == "tts", wraps, aim.promised)
    numbers = Numbers(terms, saturate(terms), assume)
    chosen = Chosen({}, {})
    for op in accesses(function):
        if wanted is not None and (op.line, op.name) not in wanted:
            continue
        try:
            if op not in terms.accesses:
                raise Left(_other_kind(op, target))
            access = structured(op, numbers, assume)
            if target == "descriptor" and (other := hazard(op, numbers, function)):
                raise Left(f"a hardware copy is not ordered with {other.name} at line {other.line}")
            try:
                candidates = forms(access, target, numbers, gathers, parents)
            except Left as left:
                if str(left) != RESORT or not assume:
                    raise
                candidates = [f for f in forms(access, target, numbers, True) if _missing(f, access, numbers)]
                if not candidates:  # nothing to check: it is gathered where nothing is assumed
                    raise
            chosen.forms[op] = _best(candidates, access, numbers, function, assume and guarded)
        except Left as left:
            chosen.reasons[op] = str(left)
    if aim.trips is not None:
        for op, why in unpaid([form for form, _ in chosen.forms.values()], numbers, function, aim.trips).items():
            del chosen.forms[op]
            chosen.reasons[op] = why
    return chosen, numbers


def _other_kind(op: Op, target: Target) -> str:
    """Why an access that is not through a tensor of pointers stays."""
    if not windowed(op):
        return "it is not an access to a tensor of pointers"
    return ALREADY if target == "block-pointer" else "its block pointer is not made, advanced and carried by loops alone"


def _best(
    candidates: Sequence[Form], access: Access, numbers: Numbers, function: Op, assume: bool
) -> tuple[Form, tuple[Need, ...]]:
    """The cheapest form whose facts all hold; with `assume` the cheapest of those that leave the fewest facts to check."""
    missing = [_missing(form, access, numbers) for form in candidates]
    ranks = [(0 if assume else len(missing[i]), cost(form, numbers, function), i) for i, form in enumerate(candidates)]
    left, _, first = min(ranks)
    if left:
        raise Left(f"needs {missing[0][0].text}")
    best = candidates[first]
    if best.target == "descriptor" and (loops := made_in(best, numbers)):
        line = max(loop.line for loop in loops)  # Triton's pipeliner takes no loop that makes descriptors
        raise Left(f"its descriptor would be another one in each iteration of the loop at line {line}")
    return best, missing[first]


def _missing(form: Form, access: Access, numbers: Numbers) -> tuple[Need, ...]:
    """The facts of a form that neither follow from what is known nor are promised."""
    return tuple(n for n in (*access.needs, *form.needs) if not numbers.holds(n, access.loops) and not form.kept(n))


def wrapping(function: Op, aim: Aim, wanted: Collection[Place]) -> set[Op]:
    """Remainders that all accesses that depend on them have a form for in which they wrap around."""
    found = {op for op in function.walk() if op.name == "arith.remsi" and tensor_type(op.results[0].type)}
    if not found:
        return found
    chosen, numbers = choose(function, aim, True, wanted, wraps=found)
    for op in (op for op in accesses(function) if (op.line, op.name) in wanted):
        form = chosen.forms[op][0] if op in chosen.forms else None
        table = form.access.table if form is not None and form.wrap else None
        parts = dependencies(op.operands[0], numbers.terms)
        found -= {r for r in found if r.results[0] in parts and not (table and table.value is r.results[0])}
    return found

"""Why the result is right: the rules that it follows by with their proofs, and the checker's verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

from egraph_opt.core.rule import Rule
from egraph_opt.outside import OutsideError
from egraph_opt.reports.data import RuleUse, Value
from egraph_opt.rules import names, unproved

READ_COPY = "read_copy"
"""A step that is no rule of a book: what two operations mean."""


def used(values: Sequence[Value]) -> list[RuleUse]:
    """Return the rules by which values came to be held as they are, the one that was applied most first, each with its proof."""
    counts = Counter(step.rule for value in values for chain in value.chains for step in chain.steps)
    known = _known()
    found = []
    for name, uses in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if name in known:
            rule, book = known[name]
            found.append(RuleUse(name, str(rule), " ".join(rule.doc.split()), uses, _proof(rule, book)))
        elif name == READ_COPY:
            doc = "A tensor that stands in shared memory and is not written again may be read from there."
            found.append(RuleUse(name, "x = local_load(local_alloc(x))", doc, uses, "by what the two operations mean"))
    return found


def _known() -> dict[str, tuple[Rule, str]]:
    """Rules by name, each with its book; not those that cannot be loaded here: words of other families need the solver."""
    found: dict[str, tuple[Rule, str]] = {}
    for book in names():
        with suppress(ImportError, OutsideError):
            found |= {rule.name: (rule, book) for rule in unproved(book)}
    return found


def _proof(rule: Rule, book: str) -> str:
    """For which values a rule is proved, or why that is not known."""
    from egraph_opt.prover import MissingError
    from egraph_opt.prover.report import record

    try:
        found = record(rule, book)
    except MissingError:
        return "not proved here: z3 is not installed"
    return f"not proved: {found.failure}" if found.failure else f"proved for {found.strength} ({found.back_end})"


CHECKED = (
    "The checker, which shares no code with the optimiser, read it again and compared it with the input operation by operation."
)
"""What a proof of equality rests on."""

"""Evidence for the result in a report: the applied rules with their proofs, and the checker's verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from importlib.util import find_spec

from egraph_opt.core.options import Options
from egraph_opt.core.rule import Rule
from egraph_opt.reports.report_data import RuleUse, Value
from egraph_opt.rules import unproved_rules

READ_COPY = "read_copy"
"""Name of a step that is not a rule, but follows from the semantics of `local_alloc` and `local_load`."""


def used_rules(values: Sequence[Value], options: Options) -> list[RuleUse]:
    """Return the rules that led to the layouts of values, most applied first, each with its proof."""
    counts = Counter(step.rule for value in values for chain in value.chains for step in chain.steps)
    known = {rule.name: (rule, book) for book in options.rules for rule in unproved_rules(book)}
    known |= {rule.name: (rule, "") for rule in options.own}
    found = []
    for name, uses in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if name in known:
            rule, book = known[name]
            found.append(RuleUse(name, str(rule), " ".join(rule.doc.split()), uses, _proof(rule, book)))
        elif name == READ_COPY:
            doc = "A tensor that stands in shared memory and is not written again may be read from there."
            found.append(RuleUse(name, "x = local_load(local_alloc(x))", doc, uses, "by what the two operations mean"))
    return found


def _proof(rule: Rule, book: str) -> str:
    """Return the scope of a rule's proof, or the reason why no proof is known."""
    if find_spec("z3") is None:
        return "not proved here: z3 is not installed"
    from egraph_opt.prover.rule_proofs import record

    found = record(rule, book)
    return f"not proved: {found.failure}" if found.failure else f"proved for {found.strength} ({found.back_end})"


PROOF_BASIS = (
    "It was read again and compared with the input operation by operation. The checker shares three parts with the optimiser: the parser, "
    "the IR data structures and the layout maps."
)
"""Sentence in the report about the basis of an equality proof."""
PROOF_LIMIT = "Sums of floats may take their elements in another order (--reassociate)."
"""Sentence in the report about the restriction of the proof with `--reassociate`."""

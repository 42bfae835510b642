"""Messages that explain why an address is not affine, or why a mask is not a conjunction of index bounds."""

from __future__ import annotations

from collections.abc import Collection

from egraph_opt.families.pointer.analysis.access_facts import Numbers, dependencies
from egraph_opt.families.pointer.analysis.saturate import PRODUCTS
from egraph_opt.families.pointer.integers.interval_analysis import Facts
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import element_of, integer_bits, pointee_of, tensor_type


def why(value: Value, numbers: Numbers, what: str) -> str:
    """Return why `value` is not affine (`what` is "address"), or is no conjunction of index bounds (`what` is "mask")."""
    if missing := missing_fact(value, numbers, what):
        return missing
    terms = numbers.terms
    parts = dependencies(value, terms)
    lists = [
        v.name for v in parts if terms.tables and v in terms.opaque and integer_bits(v.type) > 1 and pointee_of(v.type) is None
    ]
    if what == "address" and len(lists) > 1:
        return f"its addresses are gathered by several lists of indices, {' and '.join(lists[:2])}, and tts has one along one dimension"
    return not_analysed(parts, numbers, what)


def missing_fact(value: Value, numbers: Numbers, what: str) -> str:
    """Return a message about an unproved fact, such as no overflow, that the analysis of an address or mask needs; '' for none."""
    terms = numbers.terms
    parts = dependencies(value, terms)
    uncertain = set() if numbers.assumed else set(terms.exact_terms)
    remainders = set() if numbers.assumed else set(terms.remainders)
    clamps = set() if numbers.assumed else set(terms.clamps)
    limits = {} if numbers.assumed else terms.limits
    for v in parts:
        op = terms.facts.defined.get(v)
        if op is not None and op in uncertain:
            return f"its {what} may overflow: {names_of(op)} at line {op.line} is not known to fit in 32 bits"
        if op is not None and op in remainders:
            if op in terms.bounded:
                return f"its {what} may be negative: {op.operands[0].name} at line {op.line} is not known to be at least 0"
            return f"its {what} may wrap around: {names_of(op)} at line {op.line} is not known to be {op.operands[0].name}"
        if op is not None and op in clamps:
            return (
                f"its {what} may be clamped: {names_of(op)} at line {op.line} may change it, and nothing proves that it does not"
            )
        if op is not None and op in limits:
            between = "0 and 2^31" if limits[op][0][1] >= 0 else "-2^62 and 2^62"
            return f"its {what} compares numbers not known to be between {between}: {names_of(op)} at line {op.line}"
    return ""


def not_analysed(parts: Collection[Value], numbers: Numbers, what: str) -> str:
    """Return a message about the loop, operation or comparison in an address or mask that is not analysed."""
    terms = numbers.terms
    if carried := next((v for v in parts if v in terms.facts.open and (v not in terms.term or v in terms.opaque)), None):
        return f"its {what} depends on {describe_carried(carried, terms.facts)}"
    for v in parts:
        op = terms.facts.defined.get(v)
        if op is not None and v in terms.opaque and op.name == "tt.bitcast" and (element := pointee_of(element_of(v.type))):
            return f"its {what} is cast to {element} at line {op.line}, elements of another size"
        if op is not None and v in terms.opaque and op.name != "arith.constant":
            return f"its {what} depends on {op.name.replace('tts.', 'tt.')} at line {op.line}"
    for v in parts:
        op = terms.facts.defined.get(v)
        if op is not None and op.name == "arith.cmpi" and numbers.found.bounds(v) is None:
            known = [numbers.found.affine(x) for x in op.operands]
            if len({d for x in known if x is not None for d in x.strides}) > 1 and None not in known:
                return f"its {what} is no rectangle: {names_of(op)} at line {op.line} depends on indices of several dimensions"
    if advanced := _describe_advance(parts, numbers):
        return f"its {what} depends on {advanced}"
    if numbers.found.long - numbers.found.number.keys():
        return f"its {what} has no affine form: numbers of more than {PRODUCTS} products are not multiplied out"
    return f"its {what} has no affine form"


def _describe_advance(parts: Collection[Value], numbers: Numbers) -> str:
    facts, found = numbers.terms.facts, numbers.found
    carried = next((v for v in parts if v in facts.loops and tensor_type(v.type) and found.affine(v) is None), None)
    if carried is None:
        return ""
    loop = facts.loops[carried].op
    branches = [
        op
        for v in parts
        if (op := facts.defined.get(v)) is not None and op.name in ("scf.if", "arith.select") and loop in facts.inside.get(op, ())
        if found.affine(v) is None and carried in dependencies(v, numbers.terms)
    ]
    how = f"by what {branches[0].name} at line {branches[0].line} chooses" if branches else "by what has no affine form"
    return f"{carried.name}, which the scf.for at line {loop.line} advances {how}"


def describe_carried(value: Value, facts: Facts) -> str:
    """Return a message about a value carried by an `scf.while`, whose trip count is unknown before the loop."""
    loop = facts.open[value]
    return f"{value.name} of the scf.while at line {loop.line}, and how often that runs is not known before it"


def names_of(op: Op) -> str:
    return f"{op.name}({', '.join(v.name for v in op.operands)})"

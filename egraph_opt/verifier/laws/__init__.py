"""Laws (algebraic identities) that bring expressions over the real numbers into normal form, each proved by z3."""

from egraph_opt.verifier.laws import (  # each enters its laws
    arithmetic_laws,
    domain_laws,
    exponential_laws,
    extremum_laws,
    fold_laws,
)
from egraph_opt.verifier.laws.law import LAWS, Law, Unproved, prove_law

__all__ = ["LAWS", "Law", "Unproved", "prove_law"]
_ENTERED = (arithmetic_laws, domain_laws, exponential_laws, extremum_laws, fold_laws)

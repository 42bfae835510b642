"""The book of laws by which expressions over the real numbers are brought into normal form."""

from egraph_opt.verifier.laws import (  # each enters its laws
    arithmetic_laws,
    domain_laws,
    exponential_laws,
    extremum_laws,
    fold_laws,
    integer_laws,
)
from egraph_opt.verifier.laws.law import LAWS, Law, Unproved, prove_law

__all__ = ["LAWS", "Law", "Unproved", "prove_law"]
_ENTERED = (arithmetic_laws, domain_laws, exponential_laws, extremum_laws, fold_laws, integer_laws)

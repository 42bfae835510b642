"""The book of laws by which expressions over the real numbers are brought into normal form."""

from egraph_opt.verify.laws import arithmetic, exponentials, extrema, folds, integers  # each enters its laws
from egraph_opt.verify.laws.law import LAWS, Law, Unproved, prove_law

__all__ = ["LAWS", "Law", "Unproved", "prove_law"]
_ENTERED = (arithmetic, exponentials, extrema, folds, integers)

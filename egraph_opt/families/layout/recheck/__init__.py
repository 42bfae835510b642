"""Independent recheck, in each run, of the optimiser's layout facts, by enumeration of elements instead of F2 algebra.

- `check_facts(encoding, facts, ...)`: check every fact that rules may use on a function; raise `WrongFact` for a false one.
- `unlawful(before, after)`: return the first operation of an output that violates a layout rule of Triton's verifier.

With the optimiser, the recheck shares only the layout maps of matrix instructions, which tests compare with libtriton.
"""

from egraph_opt.families.layout.recheck.fact_check import WrongFact, check_facts
from egraph_opt.families.layout.recheck.layout_verifier import unlawful

__all__ = ["WrongFact", "check_facts", "unlawful"]

"""Second check of the engine's facts on layouts, in each run: element by element, where the engine computes with bases over F2.

check_facts(encoding, facts, ...)   every fact that rules may use about a function; raises WrongFact
unlawful(before, after)             the first operation of an output that breaks a law of Triton's verifier on layouts

Nothing here is computed as in `egraph`. From `layout` it takes only the maps of matrix instructions, which tests compare with
libtriton.
"""

from egraph_opt.families.layout.recheck.fact_check import WrongFact, check_facts
from egraph_opt.families.layout.recheck.layout_verifier import unlawful

__all__ = ["WrongFact", "check_facts", "unlawful"]

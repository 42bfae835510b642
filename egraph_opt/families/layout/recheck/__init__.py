"""What the engine believes of layouts, checked again on each run: by looking at elements, where the engine computes with bases over F2.

check_facts(encoding, facts, ...)   every fact that rules may use about a function; raises WrongFact
unlawful(before, after)             the first operation of an output that breaks what Triton's verifier demands of its layouts

Nothing here is computed as in `egraph`; of `layout` only the maps of matrix instructions are taken, which tests compare with libtriton.
"""

from egraph_opt.families.layout.recheck.facts import WrongFact, check_facts
from egraph_opt.families.layout.recheck.output import unlawful

__all__ = ["WrongFact", "check_facts", "unlawful"]

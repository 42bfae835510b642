"""Former name of `egraph_opt.prover.obligation`, kept for one release."""

from egraph_opt.prover.obligation import *  # noqa: F403
from egraph_opt.prover.obligation import prove_rule

proved = prove_rule

"""Former name of `egraph_opt.prover.obligation`, for one release."""

from egraph_opt.prover.obligation import *  # noqa: F403

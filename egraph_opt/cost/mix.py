"""Former name of `egraph_opt.cost.model_spec`, for one release."""

from egraph_opt.cost.model_spec import *  # noqa: F403

"""Former name of `egraph_opt.cost.checked_model`, for one release."""

from egraph_opt.cost.checked_model import *  # noqa: F403

"""Applications on the engine: each uses what is public in it, and nothing imports them. `egraph_opt.applications` names them."""

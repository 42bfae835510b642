"""Choice of the form of each access.

`candidates` proposes a target's forms (with `descriptor_form`, `buffer` and `shape_parameters`), unless `ordering_hazards` forbids them
and `iteration_disjointness` does not help. `prove_candidates` proves them equal by rules, and `form_choice` takes the cheapest by `cost`.
"""

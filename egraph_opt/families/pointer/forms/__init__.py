"""Choice of the form of each access: the operations of the target that replace it.

`candidates` proposes a target's forms, with `descriptor_form`, `buffer` and `shape_parameters`. `ordering_hazards` forbids hardware copies
with a hazard, unless `iteration_disjointness` excludes the hazard. `prove_candidates` proves forms equal to accesses by rules, and
`form_choice` chooses the cheapest forms by `cost`.
"""

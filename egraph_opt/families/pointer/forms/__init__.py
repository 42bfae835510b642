"""Choice of the form of each access: the operations of the target that replace it.

`candidates` proposes a target's forms, with `descriptor_form`, `buffer_form` and `shape_parameters`. `descriptor_hazards` forbids hardware
copies that break memory order, unless `iteration_disjointness` proves their tiles disjoint. `candidate_proofs` proves forms equal to
accesses by rules, and `form_choice` chooses the cheapest forms by `cost`.
"""

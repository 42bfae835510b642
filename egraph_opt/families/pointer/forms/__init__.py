"""Choice of the form of each access: the `candidates` of a target (`descriptor`, `buffer`, `shape_parameters`), without
`ordering_hazards` or with `iteration_disjointness`, those that rules prove equal (`prove_candidates`), and of these the cheapest
(`cost`, `selection`).
"""

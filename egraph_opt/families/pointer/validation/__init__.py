"""Translation validation: each of two versions by itself (`version_paths`), each `access` by `queries` to a solver, the `order` of
hardware copies with their `disjointness`, and the whole (`validate`); else one of the `errors`.
"""

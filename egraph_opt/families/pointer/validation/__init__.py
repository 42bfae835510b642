"""Translation validation of functions whose accesses were raised (`validate`), on each path through guards (`version_paths`).

`access_proof` proves each access by solver `queries`. `copy_order` proves hardware copies ordered, or disjoint by `disjointness`.
"""

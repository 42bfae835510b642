"""Translation validation of raised functions (`validate`), separately for each version (`version_paths`).

`access_proof` proves each access by solver `queries`. `copy_order` proves hardware copies ordered, or disjoint by `disjointness`.
"""

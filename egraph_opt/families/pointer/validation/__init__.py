"""Translation validation of raised functions (`validate`), by versions (`version_paths`).

It proves each access (`access_proof`) by solver `queries`, and the `memory_order` of hardware copies by their `disjointness`.
"""

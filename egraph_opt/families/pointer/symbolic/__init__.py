"""A program's integers as z3 terms, lane by lane: unknowns, then `lanes` and `loops`, then a whole `program`. They define what
each kind of access does (`definition`) and which lanes no store keeps (`demand`). It imports nothing that it checks.
"""

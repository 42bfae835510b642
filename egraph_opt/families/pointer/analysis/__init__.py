"""Analysis of a function's accesses.

`encode` makes terms of addresses and masks (with `op_terms`, `div_mod`, `loop_terms` and `term_table`), and `saturate` runs the rules
on them. `structured_access` extracts each access with its `mask_bounds`; `access_facts` has ranges and missing facts. `diagnostics`
explains failures.
"""

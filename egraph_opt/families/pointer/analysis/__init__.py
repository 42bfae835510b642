"""Analysis of a function's accesses: terms of addresses (`encode`, with `op_terms`, `div_mod` and `loop_terms`, in a `term_table`), the
rules run on them (`saturate`), the `access_facts` that were found, and each `access` in structured form with its `mask_bounds`, or
`diagnostics` that say why not.
"""

"""Analysis of a function's accesses.

`encode` encodes addresses and masks as terms, by `op_terms`, `div_mod` and `loop_terms`; `term_table` stores them. `saturate` applies
the rules. `structured_access` extracts the structured form of each access, and `mask_bounds` the bounds in its mask. `access_facts`
computes ranges and missing facts; `diagnostics` explains failures.
"""

"""Preparation of a function for the analysis, undone for accesses that are not raised.

`descriptor_lowering` lowers block pointers and descriptors, and `base_offset` makes a scalar base explicit. `induction_sums` carries sums
of varying increments through loops. `load_narrowing` lets loads skip lanes that no store uses, and `residual_mask` finds conjuncts of
masks that are not comparisons. A changed access keeps its original beside it (`shadow_access`). `tensor_ops` creates operations.
"""

"""Preparation of a function for the analysis, undone for accesses that are not raised.

It lowers block pointers and descriptors (`lower_descriptors`), selects bases (`base_offset`), carries sums of varying steps
(`induction_sums`), lets loads skip lanes that no store uses (`narrow_loads`) and splits masks (`residual_mask`). A changed access
keeps its original beside it (`shadow_access`). `tensor_ops` creates operations.
"""

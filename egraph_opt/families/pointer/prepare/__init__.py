"""Preparation of a function for the analysis, undone if nothing was raised: block pointers as pointers (`lower_descriptors`), masks
split (`residual_mask`), lanes dropped that no store keeps (`narrow_loads`), sums of varying steps (`induction_sums`). An access that
is changed keeps its original beside it (`shadow_access`). `tensors` makes operations.
"""

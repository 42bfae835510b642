"""By which rules what was chosen follows from the input: what a saturated e-graph says of it."""

"""E-classes of a saturated function, and selections of one node of each."""

"""Rules by which a choice follows from the input, according to the saturated e-graph."""

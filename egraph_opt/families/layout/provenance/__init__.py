"""Provenance: the rules that derive a selected node from the input, found in the saturated e-graph."""

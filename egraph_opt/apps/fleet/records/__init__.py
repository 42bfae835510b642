"""Records of a run over a corpus: results file, counts, and pages."""

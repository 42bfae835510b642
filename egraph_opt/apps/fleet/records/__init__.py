"""Records of a run over a corpus: a results file, its counts, and pages about it."""

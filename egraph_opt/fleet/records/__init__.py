"""Records of a run over a corpus: a results file, what is counted of it, pages about it."""

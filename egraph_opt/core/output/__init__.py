"""Records of a run: comparisons, dumps of each stage, remarks, the front between two cost models."""

"""Output of a run: comparisons, dumps of each stage, remarks, cost fronts."""

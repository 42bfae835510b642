"""Output of a run: comparison tables, dumps of each stage, optimisation remarks, cost fronts."""

"""Comparison of equal programs of one kernel, run on copies of one launch's arguments: if a bit differs, one was compiled
wrongly."""

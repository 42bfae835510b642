"""Commands that work on programs: optimise, compare, check, explain, report."""

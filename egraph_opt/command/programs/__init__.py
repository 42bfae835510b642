"""Commands on programs: optimise, compare, check, explain, report."""

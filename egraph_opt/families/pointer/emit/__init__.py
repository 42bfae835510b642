"""Emission of accesses in the forms that `forms` has chosen.

`scalar_builder` emits scalar arithmetic, and `op_insertion` inserts operations. `raised_access`, `tts_access` and `gather_scatter` emit
accesses. `guard`, `guard_minimization` and `runtime_bounds` emit a run-time guard for unproved facts, with two versions of the code.
"""

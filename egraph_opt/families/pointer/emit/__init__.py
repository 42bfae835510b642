"""Emission of chosen forms.

`scalar_builder` emits scalar arithmetic; `write_access`, `tts_access` and `gather_scatter` emit accesses. `guard`, `minimize_guard` and
`runtime_bounds` emit a run-time guard for unproved facts, with two versions of the code.
"""

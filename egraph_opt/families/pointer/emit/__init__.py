"""Emission of chosen forms: scalar arithmetic (`scalar_builder`), accesses (`write_access`, `tts_access`, `gather_scatter`), and a
run-time guard for unproved facts (`guard`, `minimize_guard`, `runtime_bounds`) with two versions of the code.
"""

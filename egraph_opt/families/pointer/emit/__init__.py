"""Emission of chosen forms: numbers as scalar operations (`scalar_builder`), accesses (`write_access`, `structured`,
`unstructured`), and missing facts as a `guard` (`minimize_guard`, `runtime_bounds`) of a second version.
"""

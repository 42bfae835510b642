"""Symbolic evaluation of a program's integers, one lane at a time, as z3 terms. No module here imports code whose results it checks.

`evaluator` evaluates a program, by `symbols`, `lane_facts`, `smt_arithmetic` and `loop_induction`. `access_semantics` defines
each kind of access. `demanded_lanes` finds lanes that no store uses. `entailment` queries the `solver`.
"""

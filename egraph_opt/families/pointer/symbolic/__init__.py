"""A program's integers as z3 terms, lane by lane: `symbols`, then `lane_facts`, `arithmetic` and `loop_induction`, then the
`evaluator` of a whole program. They define what each kind of access does (`access_semantics`) and which lanes no store keeps
(`demanded_lanes`). `entailment` asks the `solver`. It imports nothing that it checks.
"""

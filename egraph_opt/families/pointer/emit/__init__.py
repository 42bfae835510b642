"""From chosen forms to the new function: numbers as scalar operations (`emitter`), accesses (`write`, `structured`), and facts that are
missing as a guard (`weaken`, `guard`) of a second `version`.
"""

"""Emission of chosen forms: numbers as scalar operations (`emitter`), accesses (`write`, `structured`), and missing facts as a
guard (`weaken`, `guard`) of a second `version`.
"""

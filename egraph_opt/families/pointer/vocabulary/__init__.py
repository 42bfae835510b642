"""Symbols of the rules about addresses, with z3 meanings: integers, lanes, masks (`meaning`), conditions, and accesses (`tile`).

`world` proves the rules from the meanings of their symbols. Nothing here depends on a program's IR.
"""

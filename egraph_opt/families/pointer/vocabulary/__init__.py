"""Symbols of the rules about addresses, each with a z3 meaning: integers, lanes and masks (`meaning`), conditions (`conditions`), and
accesses (`tile`).

`world` proves the rules from these meanings. Nothing here depends on a program's IR.
"""

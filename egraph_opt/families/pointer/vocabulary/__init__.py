"""Words of rules about addresses, each with its meaning: numbers, lanes and masks (`meaning`), conditions of rules
(`conditions`), accesses (`tile`); `world` proves the rules from that. Nothing here knows programs.
"""

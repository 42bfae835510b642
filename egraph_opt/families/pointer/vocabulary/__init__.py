"""The words of rules about addresses, each with what it means: numbers, lanes and masks (`meaning`), what rules may ask of them
(`conditions`), accesses (`tile`); `world` proves the rules from that. Nothing here knows programs.
"""

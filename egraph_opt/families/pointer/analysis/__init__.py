"""Analysis of a function's accesses: `terms` of addresses (`encode`, with `words` and `loops`), the rules run on them
(`saturate`), the `numbers` that were found, and each `access` in structured form.
"""

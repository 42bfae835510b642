"""From a function to its accesses in structured form: `terms` of its addresses (`encode`, with `words` and `loops`), the rules run on
them (`saturate`), the `numbers` that were found, and each `access`.
"""

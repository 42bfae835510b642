"""From accesses to the form that each takes: those that a `target` has (`form`, `descriptor`, `parents`), those that are `equal`, and
of these the cheapest (`cost`, `pose`, `choice`).
"""

"""Choice of the form of each access: those that a `target` has (`form`, `descriptor`, `parents`), in an `order` that holds,
those that are `equal`, and of these the cheapest (`cost`, `pose`, `choice`).
"""

"""Commands that list cost models, rules and words."""

"""Commands that list cost models, rules, and the vocabulary of rules."""

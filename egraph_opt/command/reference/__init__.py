"""Commands that list what the package knows: cost models, rules, words."""

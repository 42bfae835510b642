"""The families of rules, a folder each."""

"""Words of the layout family, each with its meaning (`term`), and proofs of rules from the meanings (`world`)."""

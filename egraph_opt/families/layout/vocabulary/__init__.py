"""The words of the layout family, each with what it means (`term`), and proofs of rules from that (`world`)."""

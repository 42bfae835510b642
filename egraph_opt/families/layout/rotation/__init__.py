"""What the rules in `rules/rotation.py` say of loops that carry what they load: their words (`term`), and what these mean (`world`)."""

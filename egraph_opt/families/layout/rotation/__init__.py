"""Words of the rules in `rules/rotation.py` on loops that carry what they load (`term`), and their meanings (`world`)."""

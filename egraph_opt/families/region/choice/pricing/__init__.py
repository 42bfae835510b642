"""Cost models of schedules, by constants and by measured times."""

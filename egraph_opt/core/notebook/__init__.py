"""Results in notebooks: HTML and plots."""

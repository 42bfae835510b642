"""What the plug-in was told, what it remembers, and what it reports."""

"""What the plug-in costs a process."""

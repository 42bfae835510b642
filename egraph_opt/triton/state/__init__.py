"""Settings, memory and reports of the plug-in."""

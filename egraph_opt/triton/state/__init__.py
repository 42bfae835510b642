"""Settings, disk memo and reports of the plug-in."""

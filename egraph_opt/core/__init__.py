"""What every family of rules goes through."""

"""Values of large constants that a program keeps outside its text."""

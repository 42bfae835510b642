"""Search for inputs on which two sides differ, by running both on the same arrays; this proves nothing if none is found."""

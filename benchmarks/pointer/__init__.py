"""What raising pointer arithmetic costs, and how far it goes on kernels of packages that it was not made for."""

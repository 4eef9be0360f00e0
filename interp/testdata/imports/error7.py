import pkg.broken

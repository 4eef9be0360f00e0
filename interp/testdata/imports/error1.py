import pkg.nothing

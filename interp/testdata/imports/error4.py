import pkg.a.b

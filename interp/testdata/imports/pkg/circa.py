import pkg.circb
v = 1

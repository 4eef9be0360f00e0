import pkg.circa

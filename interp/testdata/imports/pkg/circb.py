from pkg.circa import v

from pkg.sub import nothing as n

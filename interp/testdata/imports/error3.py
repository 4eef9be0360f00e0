from pkg import nothing

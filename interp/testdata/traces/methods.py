# loop: builtins and methods are called by micro-ops of their own
def f(n):
    a = []
    for i in range(n):
        a.append(len(a))
        s = str(i)
        t = s.upper()
        b = isinstance(i, int)
    return a
f(2000)

# loop: a function is inlined, and returns into the trace
def g(x, y):
    return x * y
def f(n):
    s = 0
    for i in range(n):
        s += g(i, 2)
    return s
f(2000)

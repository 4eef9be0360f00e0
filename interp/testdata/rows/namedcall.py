# named.call: a builtin that is called with keywords is called from the trace
def f(v, n):
    for i in range(n):
        x = sorted(v, reverse=True)
    return x
f([1, 2], 2000)

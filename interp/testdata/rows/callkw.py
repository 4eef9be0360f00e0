# py.callkw: what is called with keywords, and is no builtin that the trace knows, is called from the trace
def f(g, v, n):
    for i in range(n):
        x = g(v, reverse=True)
    return x
f(sorted, [1, 2], 2000)

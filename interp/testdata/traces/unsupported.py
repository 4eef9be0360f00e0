# unsupported: an instruction without micro-ops ends the trace
def f(n):
    i = 0
    x = None
    while i < n:
        i += 1
        del x
        x = [i][0]
        with_default = (lambda: x)
    return i
f(2000)

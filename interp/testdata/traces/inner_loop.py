# inner_loop: another loop's back edge ends the trace
def f(n):
    s = 0
    for i in range(n):
        for j in range(2):
            s += j
    return s
f(2000)

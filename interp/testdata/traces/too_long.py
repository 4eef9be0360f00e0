# too_long: a trace of more micro-ops than it may have
# uops=40 frames=6
def f(n):
    s = t = u = 0
    for i in range(n):
        s = s + i
        t = t + s
        u = u + t
    return u
f(2000)

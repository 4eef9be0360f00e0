# inner_loop: list of a map goes on in the driver, over a generator that the trace makes of the map
def f(x): return -x
def run(n):
    t, s = (3, 1, 2), 0
    for i in range(n): s += len(list(map(f, t)))
    return s
run(3000)

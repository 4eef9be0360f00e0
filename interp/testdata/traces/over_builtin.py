# inner_loop: list of a map of a builtin function goes on in the driver, over a generator that calls it
def run(n):
    t, s = (3, -1, 2), 0
    for i in range(n): s += len(list(map(abs, t)))
    return s
run(3000)

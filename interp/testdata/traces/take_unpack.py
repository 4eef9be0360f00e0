# generator: unpacking a generator that the trace makes goes on in the driver and the generator, up to its second step
def gen(n):
    yield n
    yield n + 1
def run(n):
    s = 0
    for i in range(n):
        a, b = gen(i)
        s += b
    return s
run(3000)

# inner_loop: x in a generator goes on in the driver that compares
def gen(n):
    yield n
    yield n + 1
def run(n):
    s = 0
    for i in range(n):
        if i in gen(3): s += 1
    return s
run(3000)

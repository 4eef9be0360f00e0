# inner_loop: extend by a generator goes on in the driver, whose loop appends to the list itself
def gen(n):
    yield n
    yield n + 1
def run(n):
    l = []
    for i in range(n): l.extend(gen(i)); l.clear()
    return l
run(3000)

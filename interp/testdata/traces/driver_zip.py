# inner_loop: list of a zip goes on in the driver, over the zip itself
def run(n):
    t, s = (3, 1, 2), 0
    for i in range(n): s += len(list(zip(t, t)))
    return s
run(3000)

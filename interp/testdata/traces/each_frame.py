# inner_loop: max with a key goes on in its driver, whose loop calls the key as a frame
def key(x): return -x
def run(n):
    t, s = (3, 1, 2), 0
    for i in range(n): s += max(t, key=key)
    return s
run(3000)

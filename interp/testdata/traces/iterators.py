# loop: what the loop runs over is in the operand of _FOR_ITER_TIER_TWO
def enumerated(l):
    s = 0
    for i, x in enumerate(l):
        s += i * x
    return s

def zipped(a, b):
    s = 0
    for x, y, z in zip(a, b, range(2000)):
        s += x * y + z
    return s

def entries(d):
    s = 0
    for k, v in d.items():
        s += k * v
    return s

def others(l):
    s = 0
    for x in reversed(l):
        s += x
    return s

l = list(range(2000))
enumerated(l)
zipped(l, tuple(l))
entries({i: i for i in l})
others(tuple(l))

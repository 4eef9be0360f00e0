# confidence: a path of branches that go both ways becomes unlikely
def f(n):
    a = b = c = 0
    i = 0
    while i < n:
        if i & 1:
            a += 1
        if i & 2:
            b += 1
        if i & 4:
            c += 1
        i += 1
    return a, b, c
f(2000)

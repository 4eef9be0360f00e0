def classify(words):
    long = 0
    for w in words:
        if len(w.swapcase()) > 3:
            long += 1
    return long


def powers(n):
    h = 1
    for i in range(n):
        h = h * 0x9E3779B97F4A7C15 % 0xFFFFFFFFFFFFFFC5
    return h


def first(a, *rest):
    return a


def spread(n):
    s = 0
    args = (1, 2)
    for i in range(n):
        s += first(*args)
    return s


def alternating(n):
    s = 0.0
    for i in range(n):
        if i & 3:
            s += 0.5
        else:
            s += i
    return s


def without(big, n):
    numbers = {big, 1, 2}
    found = 0
    for _ in range(n):
        if big in numbers:
            found += 1
    return found


print(classify(["a ", "word", "other", "b", "longer", "c"] * 20000), powers(3000), spread(40000), alternating(60000), without(1 << 400, 3000))

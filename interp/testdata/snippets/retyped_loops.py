# Loops whose values change their types while they run: once, by turns, rarely, and more than two.
def total(values, rounds):
    s = 0.5
    for r in range(rounds):
        for v in values:
            s += 0.25 * r * v
    return s


def mixed(values, rounds):
    s, n = 0, 0
    for r in range(rounds):
        for v in values:
            w = v + v
            n += 1
            if n % 7:
                s = w
            else:
                s = v
    return s, n


class Sum:
    def __init__(self):
        self.value = 0

    def add(self, x):
        self.value = self.value + x


def adds(values, rounds):
    s, n = Sum(), 0.0
    for r in range(rounds):
        for v in values:
            s.add(v)
            n += 0.5
    return s.value, n


ints = list(range(100))
floats = [i + 0.5 for i in ints]
turns = [i if i % 2 else i + 0.5 for i in ints]
rarely = [i if i % 50 else i + 0.25 for i in ints]
three = [(i, i + 0.5, i % 2 == 0)[i % 3] for i in ints]
big = [i << 70 for i in ints]

for f in total, mixed, adds:
    print(f(ints, 40))
    for values in floats, ints, turns, rarely, three, big, floats:
        print(f(values, 50))
    print(f(ints * 20 + floats * 20 + ints * 20 + three * 20, 2))


def fails(values):
    s = 0.0
    for v in values:
        s += 0.5 * v
    return s


for values in ints * 20, floats * 20 + ["a"], ints * 20 + floats * 20 + [None]:
    try:
        print(fails(values))
    except TypeError as e:
        print(e.__traceback__.tb_next.tb_lineno, e)

# Attributes that are set for the first time, of instances of many classes: fields, and inline values in the order in which they were set.
class Base:
    __slots__ = ("a", "b")

    def __init__(self, n):
        self.a = n
        self.b = None
        self.rest = [n]


class Plain:
    def __init__(self, n):
        self.a = n
        if n % 3:
            self.b = n + 1
        self.c = n + 2
        if n % 3 == 0:
            self.b = n + 3


class Only:
    __slots__ = ("a", "b", "c")


class Told:
    def __setattr__(self, name, x):
        object.__setattr__(self, name, (name, x))


classes = [type("D%d" % i, (Base,), {}) for i in range(9)] + [type("P%d" % i, (Plain,), {}) for i in range(9)]


def make(n):
    out = []
    for i in range(n):
        out.append(classes[i % len(classes)](i))
    return out


def put(v, x):
    v.b = x
    v.a = x + 1


def main():
    for _ in range(300):
        made = make(36)
    for v in made:
        print(type(v).__name__, v.a, v.b, vars(v))
    others = [Only, Told] + classes
    for i in range(3000):
        k = others[i % len(others)]
        v = k.__new__(k)
        put(v, i)
        if i > 2960:
            print(type(v).__name__, v.a, v.b, getattr(v, "__dict__", None))
    for x in (1, "s", None, (), Base):
        try:
            put(x, 1)
            print("set", x.a)
        except (AttributeError, TypeError) as e:
            print(type(e).__name__, e)


main()

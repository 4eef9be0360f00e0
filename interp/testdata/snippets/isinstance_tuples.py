# isinstance with tuples of many classes, and with tuples in them.
classes = [type("C%d" % i, (), {}) for i in range(12)]
MANY = tuple(classes)
NESTED = (int, (str, (classes[0], (classes[3],))), classes[5])


class Meta(type):
    def __instancecheck__(cls, v):
        return v == 7


class Odd(metaclass=Meta):
    pass


class Proxy:
    def __init__(self, of):
        self.of = of

    @property
    def __class__(self):
        return self.of


MIXED = MANY + (Odd,)


def count(values, of):
    k = 0
    for v in values:
        if isinstance(v, of):
            k += 1
    return k


def main():
    values = [c() for c in classes] + [1, 2.5, "s", None, 7, True, (), Proxy(classes[2]), Proxy(int)]
    for of in (MANY, NESTED, MIXED, (), ((),), MANY[:9], (MANY,), (int, (float, (bool, str)))):
        for _ in range(300):
            k = count(values, of)
        print(k, [isinstance(v, of) for v in values])
    a, b = classes[0](), classes[7]()
    for _ in range(500):
        k = count((a, b, 1, 2), NESTED)
    print(k)
    b.__class__ = classes[3]
    print(count((a, b, 1, 2), NESTED))

    class Derived(classes[11]):
        pass

    class Other:
        pass

    v = Derived()
    for _ in range(500):
        k = count((v,), MANY)
    print(k)
    Derived.__bases__ = (Other,)
    print(count((v,), MANY))
    for bad in ((int, 3), MANY + (3,), (int, (str, "x")), (list[int],)):
        for v in (1, 2.5, classes[4]()):
            try:
                print(isinstance(v, bad))
            except TypeError as e:
                print(e)


main()

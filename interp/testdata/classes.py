"""A method call, an attribute and others that see instances of one class, two, four and twelve.

kernels.py says what its arguments are, and what it prints."""


def method(values, rounds):
    n = 0
    for r in range(rounds):
        for o in values:
            n += o.m(r)
    return n


def attribute(values, rounds):
    n = 0
    for r in range(rounds):
        for o in values:
            n += o.x
    return n


def inherited(values, rounds):
    n = 0
    for r in range(rounds):
        for o in values:
            n += o.base(r)
    return n


def property_(values, rounds):
    n = 0
    for r in range(rounds):
        for o in values:
            n += o.p
    return n


def store(values, rounds):
    n = 0
    for r in range(rounds):
        for o in values:
            o.y = n
            n += 1
    return n


def constant(values, rounds):
    n = 0
    for r in range(rounds):
        for o in values:
            n += o.c
    return n


class Base:
    def __init__(self, x):
        self.x = x
        self.y = 0

    def base(self, k):
        return self.x + k


class Odd(Base):
    def __init__(self, x):
        self.first = x
        Base.__init__(self, x)


class C0(Base):
    c = 0

    def m(self, k):
        return self.x + k

    @property
    def p(self):
        return self.x


class C1(Odd):
    c = 1

    def m(self, k):
        return self.x - k

    @property
    def p(self):
        return self.x


class C2(Base):
    c = 2

    def m(self, k):
        return self.x | k

    @property
    def p(self):
        return self.x


class C3(Odd):
    c = 3

    def m(self, k):
        return self.x + k

    @property
    def p(self):
        return self.x


class C4(Base):
    c = 4

    def m(self, k):
        return self.x - k

    @property
    def p(self):
        return self.x


class C5(Odd):
    c = 5

    def m(self, k):
        return self.x | k

    @property
    def p(self):
        return self.x


class C6(Base):
    c = 6

    def m(self, k):
        return self.x + k

    @property
    def p(self):
        return self.x


class C7(Odd):
    c = 7

    def m(self, k):
        return self.x - k

    @property
    def p(self):
        return self.x


class C8(Base):
    c = 8

    def m(self, k):
        return self.x | k

    @property
    def p(self):
        return self.x


class C9(Odd):
    c = 9

    def m(self, k):
        return self.x + k

    @property
    def p(self):
        return self.x


class C10(Base):
    c = 10

    def m(self, k):
        return self.x - k

    @property
    def p(self):
        return self.x


class C11(Odd):
    c = 11

    def m(self, k):
        return self.x | k

    @property
    def p(self):
        return self.x


CLASSES = (C0, C1, C2, C3, C4, C5, C6, C7, C8, C9, C10, C11)


def cycle(n, size=600):
    return [CLASSES[i % n](i) for i in range(size)]


KERNELS = {"method": method, "attribute": attribute, "inherited": inherited, "property": property_, "store": store, "constant": constant}

if __name__ == "__main__":
    import kernels
    kernels.measure(KERNELS, cycle)

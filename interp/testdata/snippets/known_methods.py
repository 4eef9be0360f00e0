# What compiled code takes for constant: class methods and static ones, what super()
# finds, the defaults of __init__; and what happens when they change.


class Strength:
    count = 0

    def __init__(self, rank, name="none", extra=0):
        self.rank = rank
        self.name = name
        self.extra = extra

    @classmethod
    def weakest(cls, a, b):
        cls.count
        return a if a.rank < b.rank else b

    @staticmethod
    def twice(x):
        return x * 2

    @classmethod
    def named(cls):
        return cls.__name__


class Sub(Strength):
    pass


def weakest(n):
    a, b = Strength(1), Strength(2, "two")
    total = 0
    for i in range(n):
        s = Strength.weakest(a, b) if i % 3 else Sub.weakest(b, a)
        total += s.rank + Strength.twice(i) + len(Sub.named())
    return total


print(weakest(3000))
Strength.weakest = classmethod(lambda cls, a, b: b)
print(weakest(300))
Strength.twice = staticmethod(lambda x: -x)
print(weakest(300))
Sub.named = lambda: "xyz"
print(weakest(300))
Sub.named = classmethod(lambda cls: cls.__mro__[1].__name__ * 2)
print(weakest(300))
Strength.twice = 7
try:
    weakest(10)
except TypeError as e:
    print(e)
Strength.twice = abs
print(weakest(300))


def kept(n):
    methods = []
    for i in range(n):
        m = Strength.weakest
        if i % 100 == 0:
            methods.append(m)
    return len(methods), methods[0].__self__.__name__, methods[0](1, 2)


print(kept(2000))


# Calls with defaults.
def made(n):
    total = 0
    for i in range(n):
        s = Strength(i)
        t = Strength(i, "t")
        u = Strength(i, "u", 3)
        total += s.extra + t.extra + u.extra + len(s.name) + len(t.name)
    return total


print(made(2000))
Strength.__init__.__defaults__ = ("longer", 1)
print(made(300))
Strength.__init__.__defaults__ = ("x",)
try:
    made(3)
except TypeError as e:
    print(e)
Strength.__init__.__defaults__ = None
try:
    made(3)
except TypeError as e:
    print(e)
Strength.__init__.__defaults__ = ("again", 9)
print(made(300))
try:
    Strength(1, 2, 3, 4)
except TypeError as e:
    print(e)


# super() along a diamond.
class A:
    def __init__(self, x):
        self.x = x
        self.log = []

    def step(self, k):
        return k + self.x


class B(A):
    def __init__(self, x, y=1):
        super().__init__(x)
        self.y = y

    def step(self, k):
        return super().step(k) * 2


class C(A):
    def step(self, k):
        return super().step(k) + 1000


class D(B, C):
    def __init__(self, x, z=5):
        super().__init__(x)
        self.z = z

    def step(self, k):
        return super().step(k) + self.z


def steps(n, cs):
    total = 0
    for i in range(n):
        for c in cs:
            total += c(i).step(i)
    return total


print(steps(1000, [B]), steps(1000, [C]), steps(1000, [D]), steps(300, [B, C, D, A]))
old = A.step
A.step = lambda self, k: -k
print(steps(300, [B]), steps(300, [C]), steps(300, [D]), steps(300, [B, C, D, A]))
A.step = old
C.step = lambda self, k: 3
print(steps(300, [D]), steps(300, [B, C, D, A]))
del C.step
print(steps(300, [D]))
B.step = lambda self, k: super(B, self).step(k) * 3
print(steps(300, [D]), steps(300, [B, C, D, A]))


# __class__ is a cell like any other.
class E(A):
    def cell(self):
        return __class__

    def step(self, k):
        return super().step(k) + 1


class F(A):
    def step(self, k):
        return 50


print(steps(1000, [E]))
E.step.__closure__[0].cell_contents = A
try:
    print(steps(3, [E]))
except AttributeError as e:
    print(e)
E.step.__closure__[0].cell_contents = F
try:
    print(steps(3, [E]))
except TypeError as e:
    print(e)
E.step.__closure__[0].cell_contents = E
print(steps(300, [E]))


# super() of class methods, of values that have no such method, of other receivers.
class G(D):
    @classmethod
    def build(cls, x):
        return cls(x)

    def missing(self):
        return super().absent()

    def odd(self, other):
        self = other
        return super().step(1)


class H(G):
    @classmethod
    def build(cls, x):
        g = super().build(x)
        g.z = x
        return g


def built(n):
    return sum(H.build(i).z + H.build(i).step(2) for i in range(n))


print(built(1000))
for f in (lambda: G(1).missing(), lambda: G(1).odd(3), lambda: G(1).odd(H(2))):
    try:
        print([f() for _ in range(500)][-1])
    except (AttributeError, TypeError) as e:
        print(type(e).__name__, e)

# type() of values of many types at one place: numbers of all sizes, classes and their
# metaclasses, more classes than a table has, values whose class is changed.


class Meta(type):
    pass


class A(metaclass=Meta):
    pass


class B(A):
    @property
    def __class__(self):
        return int


class Str(str):
    pass


def kinds(values, rounds):
    for _ in range(rounds):
        out = []
        for v in values:
            out.append(type(v))
    return out


def counts(values, rounds):
    seen = {}
    for _ in range(rounds):
        for v in values:
            t = type(v)
            seen[t] = seen.get(t, 0) + 1
    return sorted((t.__name__, n) for t, n in seen.items())


values = [1, 2**50, 2**70, -1, 1.5, float("nan"), True, None, ..., NotImplemented, "s", b"s", (), [], {}, set(), A, A(), B(), Meta, type, object(),
          Str("x"), kinds, len, [].append, ValueError("x"), ValueError, (i for i in ()), range(3), slice(1), iter([]), lambda: 0, A().__repr__]
print([t.__name__ for t in kinds(values, 300)])
print(kinds(values, 3) == [v.__class__ if not isinstance(v, B) or type(v) is not B else B for v in values])
print(counts(values, 300))

a = A()
print(counts([a, a], 100))


class Other(metaclass=Meta):
    pass


a.__class__ = Other
print(counts([a, a], 100))
many = [type("C%d" % i, (), {})() for i in range(3000)]
print(len(set(kinds(many, 2))), kinds(many, 1)[-1].__name__, all(type(m) is k for m, k in zip(many, kinds(many, 1))))
for wrong in ((), (1, 2), (1, 2, 3, 4)):
    try:
        type(*wrong)
    except TypeError as e:
        print(e)
d = {}
d.update(zip("abc", range(3), strict=True))
for _ in range(300):
    try:
        d.update(zip("ab", range(3), strict=True))
    except ValueError as e:
        message = str(e)
    d.update([("k", 1), ["l", 2]], m=3)
print(d, message)
try:
    zip("a", qq=True)
except TypeError as e:
    print(e)

# What compiled code asks of classes, deques and bytes without leaving: answers change with the classes.
from collections import deque


class A:
    size = 3

    def f(self):
        return 1


class B(A):
    pass


class Liar:
    @property
    def __class__(self):
        return B


class Meta(type):
    size = property(lambda cls: "meta")
    other = "of meta"


class M(metaclass=Meta):
    size = 1


def asks(values, classes):
    out = []
    for v in values:
        t = type(v)
        for c in classes:
            out.append((isinstance(v, c), isinstance(v, (int, c)), issubclass(t, c), issubclass(t, (str, c))))
    return out


def attrs(classes):
    return [(getattr(c, "size", None), getattr(c, "f", 0), getattr(c, "other", 5), c.__name__, getattr(c, "__repr__", None)) for c in classes]


values = [1, True, 1.5, "s", None, A(), B(), Liar(), M(), [], {}]
classes = [int, bool, float, str, A, B, list, object, Liar, M]
for _ in range(30):
    got = asks(values, classes)
print(sum(a for g in got for a in g), got[52:70:2])
for _ in range(400):
    got = attrs([A, B, M, int])
print(got[0][0], got[1][0], got[2][0], got[3][1:4], [g[2] for g in got], [g[4] is object.__repr__ for g in got])


class C:
    size = "c"


B.__bases__ = (C,)
print(sum(a for g in asks(values, classes) for a in g), attrs([B, A])[0][0])
A.size = 4
A.f = 7
print(attrs([A, B])[0][:2], [g[0] for g in attrs([A, B])])
del A.size
print(attrs([A])[0][0])


class Deque(deque):
    def __getitem__(self, i):
        return "own"

    def __len__(self):
        return 77


def queues(n):
    d, few, own, out = deque(), deque(maxlen=3), Deque(), []
    for i in range(n):
        for q in (d, few, own):
            q.append(i)
            q.appendleft(-i)
            if i % 3 == 0:
                out.append((q.pop(), len(q), q[0], q[-1] if len(q) < 70 else q[5]))
            if i % 4 == 3:
                out.append(q.popleft())
        if d and few:
            out.append(sum(x for x in few))
    return out, list(d), list(few), list(own)


out, *lists = queues(800)
print(len(out), out[1000:1010], [len(x) for x in lists], lists[1])


def edges(makers):
    out = []
    for make in makers:
        d = make()
        try:
            for x in d:
                out.append(x)
                if x == 2:
                    d.append(9)
        except RuntimeError as e:
            out.append(str(e))
        for f in (d.pop, d.popleft):
            try:
                while True:
                    f()
            except IndexError as e:
                out.append(str(e))
        d = deque(maxlen=0)
        d.append(1)
        d.appendleft(1)
        out.append(len(d))
    return out


for _ in range(60):
    got = edges([lambda: deque([1, 2, 3]), deque, lambda: deque(range(20), 5), lambda: deque([5])])
print(got)


def texts(parts):
    out = []
    for a in parts:
        out.append((a.lower(), a.upper(), a.strip()))
        for b in parts:
            out.append((a.startswith(b), a.endswith(b), a.find(b), a.count(b), b.join([a, b, a]), a == b, a < b))
    return out


parts = [b"", b"a", b" a\xe1Zz@[`{\x1c", b"\tab \n", b"abc" * 40, b"\xff\xe1", b"B", bytes(range(256))]
for _ in range(40):
    got = texts(parts)
print(hash(str(got)) == hash(str(texts(parts))), got[:12], got[20:24])
print([g[0:3] for g in got[::9]])

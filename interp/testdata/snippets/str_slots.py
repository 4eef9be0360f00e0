class T(str):
    __slots__ = ("kind", "line")
    def __new__(cls, kind, text, line=1):
        self = super().__new__(cls, text)
        self.kind = kind
        self.line = line
        return self

class U(T):
    __slots__ = ("extra",)

class D(U):
    pass

class E(D):
    __slots__ = ("more",)

def use(n):
    total = 0
    for i in range(n):
        t = T("k%d" % (i % 3), "x" * (i % 9), i)
        total += t.line + len(t) + len(t.kind)
        t.line = t.line + 1
        total += t.line
    return total

print(use(3000))
t = T("NAME", "héllo", 3)
print(t, repr(t), t.kind, t.line, t.upper(), t == "héllo", hash(t) == hash("héllo"), len(t))
u = U("A", "b")
try:
    u.extra
except AttributeError as e:
    print(e)
u.extra = [1, 2]
print(u.extra, u.kind, u.line)
del u.extra
try:
    del u.extra
except AttributeError as e:
    print(type(e), e)
try:
    u.other = 1
except AttributeError as e:
    print(e)
d = D("D", "ddd", 9)
d.free = 5
d.extra = "x"
print(d.free, d.__dict__, d.extra, d.kind, d.line)
e = E("E", "e" * 40)
e.more, e.free, e.extra = 1, 2, 3
print(e.more, e.free, e.extra, e.kind, e.line, e.__dict__, e)
import copy, pickle, gc
gc.collect()
print(e.more, e.free, e.extra, e.kind, e.line, e.__dict__, e)
print(T.__slots__, T.kind, type(T.kind))
class Bad(bytes):
    try:
        class B(bytes): __slots__ = ("x",)
    except TypeError as err:
        print(err)
try:
    class X(T, U): pass
except TypeError as err:
    print(err)
class V(str):
    __slots__ = ("v",)
try:
    class W(T, V): pass
except TypeError as err:
    print(err)
try:
    T.kind.__get__("plain", str)
except TypeError as err:
    print(err)
class S(str):
    __slots__ = ("a", "__dict__")
s = S("abc"); s.a = 1; s.b = 2
print(s.a, s.b, s, s.__dict__)
try:
    s.__class__ = T
except TypeError as err:
    print(err)
class I(int):
    pass
i = I(1 << 70); i.x = 3
print(i, i.x, I(5).__dict__)

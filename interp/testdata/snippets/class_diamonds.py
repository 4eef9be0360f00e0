# What derives from a class on very many ways learns of a change once.
R = type('R', (), {'__len__': lambda self: 1})
a = b = R
for i in range(8):
    a, b = type('A%d' % i, (a, b) if i else (R,), {}), type('B%d' % i, (a, b) if i else (R,), {})
    if i == 2:
        low = a
x = a()
print(len(x), len(a.__mro__))
R.f = lambda self: 'f'
print(x.f(), b().f())
R.__len__ = lambda self: 7
print(len(x), len(b()))
R.f = 3
print(a.f, x.f)
low.f = 4
print(a.f, x.f, R.f, b.f)
del low.f
print(a.f)


class New:
    g = 'new'


class P:
    pass


class Q(P):
    g = 'old'


class C(Q):
    pass


class D(Q):
    pass


class E(C, D):
    pass


print(E.g, [k.__name__ for k in E.__mro__])
C.__bases__ = (New, P)
print(C.g, E.g, [k.__name__ for k in E.__mro__])

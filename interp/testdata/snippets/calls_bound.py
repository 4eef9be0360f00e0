# Calls at one place of functions whose parameters differ: by position, by keyword, behind stars.

def f0(*a): return ('f0', a)
def f1(a, b=2): return ('f1', a, b)
def f2(a, b=3, *rest): return ('f2', a, b, rest)
def f3(a, *, b=4, c=5): return ('f3', a, b, c)
def f4(a, **kw): return ('f4', a, kw)
def f5(*a, **kw): return ('f5', a, kw)
def f6(a, b): return ('f6', a, b)
def f7(a, /, b=6, **kw): return ('f7', a, b, kw)
def f8(a, /, b=7): x = y = z = w = v = a; return ('f8', a, b, x, v)
def f9(a=1, b=2, c=3, d=4, e=5, f=6, g=7, h=8, i=9, j=10): return ('f9', a, b, c, d, e, f, g, h, i, j)
def closing(a, b=8):
    def inner(): return a, b
    return ('closing', inner())

class C:
    def m1(self, a, b=2): return ('m1', a, b)
    def m2(*a, **kw): return ('m2', len(a), a[1:], kw)
    def m3(self, a, *, b=3): return ('m3', a, b)
    def m4(self, *a, b=5, **kw): return ('m4', a, b, kw)
    @classmethod
    def m5(cls, a, b=1): return ('m5', cls.__name__, a, b)
    @staticmethod
    def m6(a, b=1): return ('m6', a, b)

c = C()
functions = [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, closing, c.m1, c.m2, c.m3, c.m4, c.m5, c.m6, C.m6]
seen = {}

def note(x):
    seen[repr(x)] = seen.get(repr(x), 0) + 1

def error(e):
    note((type(e).__name__, str(e)))

def one(fs, n):
    for _ in range(n):
        for f in fs:
            try: note(f(7))
            except TypeError as e: error(e)

def two(fs, n):
    for _ in range(n):
        for f in fs:
            try: note(f(7, 8))
            except TypeError as e: error(e)

def four(fs, n):
    for _ in range(n):
        for f in fs:
            try: note(f(7, 8, 9, 10))
            except TypeError as e: error(e)

def keyword(fs, n):
    for _ in range(n):
        for f in fs:
            try: note(f(1, b=9))
            except TypeError as e: error(e)

def keywords(fs, n):
    for _ in range(n):
        for f in fs:
            try: note(f(b=1, a=2))
            except TypeError as e: error(e)

def many(fs, n):
    for _ in range(n):
        for f in fs:
            try: note(f(1, c=9, z=1, y=2, x=3, w=4, v=5, u=6))
            except TypeError as e: error(e)

def stars(fs, n, args):
    for _ in range(n):
        for f in fs:
            try: note(f(*args))
            except TypeError as e: error(e)

def both(fs, n, args, kw):
    for _ in range(n):
        for f in fs:
            try: note(f(*args, **kw))
            except TypeError as e: error(e)

def shown(title):
    print(title)
    for k, n in seen.items():
        print('  ', n, k)
    seen.clear()

for f in (one, two, four, keyword, keywords, many):
    f(functions, 200)
    shown(f.__name__)
for args in ((), (1,), [1, 2], (1, 2, 3), 'ab', range(17), iter((5, 6))):
    stars(functions, 150, args)
    shown(f'stars {type(args).__name__}')
key = ''.join(['b', ''])
built = {('b', 'c')[i // 5]: i for i in (1, 6)}
made = {''.join(['q', 'q']): 1, 'b': 2}
gone = {'x': 1, 'b': 2, 'c': 3}
del gone['x']
for args, kw in (((1,), {}), ((1,), {'b': 5}), ([1], built), ((), {'a': 1, 'b': 2}), ((1, 2), {'b': 3}), ((1,), made), ((1,), gone), ((1,), {str(i): i for i in range(20)}), ((1,), {1: 2})):
    both(functions, 150, args, kw)
    shown(f'both {args} {kw if len(kw) < 5 else len(kw)}')

# Defaults that change.
f1.__defaults__ = (20,)
f3.__kwdefaults__['c'] = 50
one(functions[:6], 100)
f3.__kwdefaults__ = {'c': 51, 'b': 52, 'other': 53}
one(functions[:6], 100)
f3.__kwdefaults__ = None
f1.__defaults__ = None
one(functions[:6], 100)
f1.__defaults__ = (1, 2)
f2.__defaults__ = (1, 2, 3) if False else (1, 2)
stars(functions[:6], 100, ())
shown('defaults')

# Decorators' wrappers of many functions.
def wrap(f):
    def w(*a, **k):
        return f(*a, **k)
    return w
def wrap_self(f):
    def w(self, *a, **k):
        return f(self, *a, **k)
    return w
class D:
    n1 = wrap(lambda self, a, b=1: ('n1', a, b))
    n2 = wrap(lambda *a, **k: ('n2', len(a), k))
    n3 = wrap_self(lambda self, a, *, b=2: ('n3', a, b))
wrapped = [wrap(f) for f in functions] + [D().n1, D().n2, D().n3]
for f in (one, two, keyword, keywords, many):
    f(wrapped, 100)
    shown('wrapped ' + f.__name__)

# Classes.
class K1:
    def __init__(self, a, b=2): self.v = ('K1', a, b)
class K2:
    def __init__(self, *a, **k): self.v = ('K2', a, k)
class K3:
    def __init__(self, a=0, *, b=3): self.v = ('K3', a, b)
class K4(K1):
    def __init__(self, a, b=9): super().__init__(b, b=a)
class K5(K3): pass
class Meta(type): pass
class K6(metaclass=Meta):
    def __init__(self, a, b): self.v = ('K6', a, b)
class K7:
    def __new__(cls, a, b=1): self = object.__new__(cls); self.v = ('K7', a, b); return self
class K8:
    def __init__(self, a, **k): return 5
classes = [K1, K2, K3, K4, K5, K6, K7, K8]
made_by = [lambda *a, _c=c, **k: _c(*a, **k).v for c in classes]
def make(n, kw):
    for _ in range(n):
        for c in classes:
            try:
                note(c(1).v)
            except TypeError as e: error(e)
            try:
                note(c(1, b=4).v)
            except TypeError as e: error(e)
            try:
                note(c(b=1, a=4).v)
            except TypeError as e: error(e)
            try:
                note(c(*(1,), **kw).v)
            except TypeError as e: error(e)
make(150, {})
shown('classes')
make(150, {'b': 3})
shown('classes by keyword')
one(made_by, 100)
keyword(made_by, 100)
shown('classes, wrapped')

# Names that are not the parameters' own strs: as a program has read or made them.
def made(s):
    return {k + '': i for i, k in enumerate(''.join([c for c in s]).split())}

seen.clear()
rows = [made(s) for s in ('a b', 'b a', 'a', 'c a b', 'a other', 'b', 'a more other x y z', '', 'bb ab', 'self a')]
def keyed(fs, rows, n):
    for _ in range(n):
        for f in fs:
            for r in rows:
                try: note(f(**r))
                except TypeError as e: error(e)
                try: note(f(7, **r))
                except TypeError as e: error(e)
                try: note(f(*(1,), **r, b=4))
                except TypeError as e: error(e)
keyed(functions, rows, 30)
for k in sorted(seen): print(k, seen[k])

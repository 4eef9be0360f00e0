# getattr, hasattr and getattr with a default, of names that differ: attributes in fields, in dicts, of classes, missing ones
class T:
    aa = 1
    def __init__(s, n): s.cc = n; s.dd = -n
    def mm(s): return s.cc
    @property
    def pp(s): return s.cc * 2
class S:
    __slots__ = ('cc', 'dd')
    def __init__(s, n): s.cc = n
class D(T):
    def __getattr__(s, k): return k
class W(T):
    def __getattribute__(s, k): return ('w', k)
class I(int): pass
names = ['cc', 'dd', 'aa', 'mm', 'pp', 'zz', 'real', '__class__', '__dict__', 'c' + 'c', 'ee']
def plain(v): return v if isinstance(v, (int, str, tuple)) else type(v).__name__
def get(o, k):
    try: v = getattr(o, k)
    except AttributeError as e: return str(e)
    return v() if callable(v) and k == 'mm' and not isinstance(o, type) else plain(v)
def all_(o): return [get(o, k) for k in names], [plain(getattr(o, k, 'none')) for k in names], [hasattr(o, k) for k in names]
def objs(n):
    a, b, c = T(n), T(n), D(n)
    a.ee = n; del b.dd; c.__dict__['zz'] = 5
    d = T(n); d.__dict__ = {'cc': 9}
    e = I(3); e.cc = 4
    return [a, b, c, W(n), S(n), d, e, n, T, None, 'cc']
for i in range(60): r = [all_(o) for o in objs(i)]
print(r)
def hot(o, ks, n):
    t = 0
    for i in range(n):
        t += getattr(o, ks[i % len(ks)])
        t += getattr(o, ks[i % len(ks)] + 'x', 1)
        t += hasattr(o, ks[i & 1])
    return t
t = T(3)
print(hot(t, ['cc', 'dd', 'aa', 'pp'], 400))
t.cc = 10; T.aa = 100
print(hot(t, ['cc', 'dd', 'aa', 'pp'], 400))
T.cc = property(lambda s: 1000)
print(hot(t, ['cc', 'dd', 'aa', 'pp'], 400))
del T.cc
del t.cc
try: print(hot(t, ['cc', 'dd', 'aa', 'pp'], 400))
except AttributeError as e: print(e)
T.cc = 7
print(hot(t, ['cc', 'dd', 'aa'], 400))
class N(str): pass
print([getattr(t, k) for k in [N('dd'), 'dd', N('cc')] * 30][-3:])
for k in (1, None, b'cc'):
    try: getattr(t, k)
    except TypeError as e: print(e)
class Empty:
    def m(s): pass
for v in Empty(), Empty, Empty().m, len, 5, 'a', [].append, None, type:
    try: getattr(v, '')
    except AttributeError: print(hasattr(v, ''), getattr(v, '', 1))

# FrameLocalsProxy: f_locals of a function reads and sets its variables, and refuses what CPython refuses.
import sys, types
def t(label, f):
    try: r=f()
    except BaseException as e: r=(type(e).__name__, str(e))
    print(label, r)
def f(a, b=2):
    c = 3
    def g(): return c
    p = sys._getframe().f_locals
    print(type(p), type(p).__mro__, type(p).__name__)
    print(p is sys._getframe().f_locals, p == sys._getframe().f_locals)
    t('repr', lambda: repr(p)[:9])
    t('len', lambda: len(p))
    t('keys', lambda: p.keys())
    t('values', lambda: len(p.values()))
    t('items', lambda: len(p.items()))
    t('tk', lambda: (type(p.keys()),type(p.values()),type(p.items())))
    t('in', lambda: ('a' in p, 'zz' in p, 1 in p))
    t('unh', lambda: [] in p)
    t('get', lambda: (p.get('a'),p.get('zz'),p.get('zz',5)))
    t('get0', lambda: p.get())
    t('get3', lambda: p.get(1,2,3))
    t('getk', lambda: p.get(key='a'))
    t('gi', lambda: p['zz'])
    t('gi', lambda: p[1])
    t('gi', lambda: p[[]])
    t('iter', lambda: list(p))
    t('iter', lambda: type(iter(p)))
    t('rev', lambda: list(reversed(p)))
    t('rev', lambda: type(reversed(p)))
    p['a'] = 10
    print(a)
    p['c'] = 33
    print(c, g())
    p['new'] = 7
    print(p['new'], list(p), len(p))
    print(list(sys._getframe().f_locals))
    p[1] = 'one'
    print(p[1], list(p))
    t('setun', lambda: p.__setitem__([], 1))
    t('del', lambda: p.__delitem__('a'))
    def d(k): del p[k]
    t('del', lambda: d('a'))
    t('del', lambda: d('new'))
    t('del', lambda: d('zz'))
    t('del', lambda: d(1))
    t('del', lambda: d([]))
    t('pop', lambda: p.pop('a'))
    t('pop', lambda: p.pop('zz'))
    t('pop', lambda: p.pop('zz',1))
    t('pop', lambda: p.pop())
    t('pop', lambda: p.pop(1,2,3))
    p['new'] = 8
    t('pop', lambda: p.pop('new'))
    t('popitem', lambda: p.popitem())
    t('clear', lambda: p.clear())
    t('setdefault', lambda: p.setdefault('a', 5))
    t('setdefault', lambda: p.setdefault('sd', 5))
    t('setdefault', lambda: p.setdefault('sd2'))
    t('setdefault', lambda: p.setdefault())
    t('update', lambda: p.update({'b': 20, 'u': 1}))
    print(b)
    t('update', lambda: p.update([('b', 21)]))
    t('update', lambda: p.update(b=22))
    t('update', lambda: p.update(1))
    t('update', lambda: p.update(None))
    t('update', lambda: p.update())
    t('update', lambda: p.update({}, {}))
    print(b)
    t('or', lambda: type(p | {'z': 1}))
    t('or', lambda: sorted(map(str, p | {'z': 1})))
    t('ror', lambda: type({'z': 1} | p))
    t('ror', lambda: list({'z': 1} | p)[:3])
    t('or', lambda: p | 1)
    t('or', lambda: 1 | p)
    t('or', lambda: p | [('a',1)])
    t('or', lambda: type(p | p))
    def ior():
        q = p
        q |= {'b': 30}
        return q is p
    t('ior', ior)
    def ior2():
        q = p
        q |= 1
    t('ior', ior2)
    print(b)
    t('copy', lambda: type(p.copy()))
    t('copy', lambda: p.copy() == dict(p))
    t('eq', lambda: (p == dict(p), p != dict(p), p == 1, p == p.copy()))
    t('lt', lambda: p < p)
    t('hash', lambda: hash(p))
    t('fromkeys', lambda: p.fromkeys([1]))
    t('bool', lambda: bool(p))
    t('dir', lambda: dir(p))
    t('new', lambda: type(p)())
    t('new', lambda: type(p)(sys._getframe()) == sys._getframe().f_locals)
    t('new', lambda: type(p)(1))
    t('new', lambda: type(p)(sys._getframe(), a=1))
    t('new', lambda: type(p)(sys._getframe(), 1))
    t('sub', lambda: type('X', (type(p),), {}))
    t('attr', lambda: setattr(p, 'x', 1))
    t('match', lambda: [1 for _ in [0]])
    match p:
        case {'b': x}: print('matched', x)
        case _: print('no match')
    import collections.abc as c2
    print(isinstance(p, c2.Mapping), isinstance(p, c2.MutableMapping))
    t('starstar', lambda: sorted(map(str, dict(**{k:v for k,v in p.items() if isinstance(k,str)}))))
    t('locals', lambda: type(locals()))
    import copy
    t('fback', lambda: sys._getframe().f_back.f_locals['a'])
f(1)
def un():
    p = sys._getframe().f_locals
    print('x' in p, list(p), len(p))
    p['x'] = 5
    print(x)
    del x
    t('gone', lambda: p['x'])
    print(list(p))
    if 0: x = 1
un()
def un2():
    p = sys._getframe().f_locals
    p['x'] = 5
    p['x'] = 6
    print(x)
    x = 7
    print(p['x'])
un2()
def gen():
    y = 1
    while True:
        yield y
gg = gen(); next(gg)
fl = gg.gi_frame.f_locals
print(type(fl), dict(fl))
fl['y'] = 99
print(next(gg))
gg.close()
t('closed', lambda: dict(fl))
def ex(a):
    return sys._getframe()
fr = ex(4)
pp = fr.f_locals
t('ended', lambda: dict(pp))
t('ended', lambda: pp.__setitem__('a', 5))
t('ended', lambda: dict(pp))
t('ended', lambda: fr.f_locals['a'])
t('module', lambda: type(sys._getframe(1).f_locals))
class K:
    q = 1
    print(type(sys._getframe().f_locals))
    sys._getframe().f_locals['w'] = 2
    print(w)
def cell():
    v = 1
    def inner():
        return v
    fl = sys._getframe().f_locals
    fl['v'] = 2
    print(v, inner())
    def free():
        v
        fl = sys._getframe().f_locals
        print(list(fl))
        fl['v'] = 3
    free()
    print(v)
cell()
def it():
    p = sys._getframe().f_locals
    for k in p:
        p['extra'] = 1
        print(k)
it()
def lineno():
    fr = sys._getframe()
    t('sl', lambda: setattr(fr, 'f_lineno', 5))
    t('sl', lambda: setattr(fr, 'f_lineno', 'x'))
    def d(): del fr.f_lineno
    t('dl', d)
    t('tr', lambda: fr.f_trace)
    t('tr', lambda: setattr(fr, 'f_trace', None))
    t('tr', lambda: setattr(fr, 'f_locals', None))
    t('tr', lambda: setattr(fr, 'f_trace_lines', 1))
    t('tr', lambda: setattr(fr, 'f_trace_lines', True))
    t('tr', lambda: fr.f_trace_lines)
    t('tr', lambda: setattr(fr, 'f_trace_opcodes', 1))
    t('tr', lambda: fr.f_trace_opcodes)
    def d(): del fr.f_trace
    t('dt', d)
    def d(): del fr.f_trace_lines
    t('dt', d)
    t('clear', lambda: fr.clear())
lineno()
def written():
    s = 0
    for i in range(300):
        p = sys._getframe().f_locals
        p['s'] = s + 2
        s += 1
        if i == 200: p['s'] = float(s)
        p.update(t=i)if 0 else p.update({'t': i})
        t += s
    return s, t
print(written())
def called(n):
    w = n
    mod('changed' if n % 7 else n)
    return w * 2
def mod(x): sys._getframe(1).f_locals['w'] = x
print([called(i) for i in range(100)][-3:])
def looped():
    w = 0
    for i in range(300):
        w += 1
        mod(w + 1 if i % 50 else float(w))
    return w
print(looped())

# Every attribute of frame objects, in hot code: compiled code leaves ahead of what looks at a frame.
import sys

known = ('f_back', 'f_code', 'f_lineno', 'f_lasti', 'f_locals', 'f_globals', 'f_builtins', 'f_trace', 'clear')


def attributes(depth):
    n = 0
    f = sys._getframe()
    while f is not None and depth > 0:
        for name in dir(f):
            if name in known:
                getattr(f, name)
                n += 1
        f = f.f_back
        depth -= 1
    return n


def hot(depth):
    total = 0
    for i in range(60):
        total += attributes(depth)
    return total


print(hot(1), hot(2), hot(3))
print(getattr(sys._getframe(), 'f_lineno'), hasattr(sys._getframe(), 'f_nothing'))
#---
# What is done with a frame object and with its variables, in hot code.
import sys


def work(i):
    a = i
    f = sys._getframe()
    l = f.f_locals
    r = 0
    get, size = getattr, len
    for k in range(4):
        b = k
        r += l['b'] + l['k'] + size(l) + ('a' in l) + ('zz' not in l)
        r += get(f, 'f_lineno') + hasattr(f, 'f_back') + (l != None) + bool(l)
        r += len(list(l)) + len([*l]) + len({**l}) + len(dict(l)) + sum(1 for _ in l)
        r += getattr(f, 'f_back').f_code.co_name == 'hot'
        assert str(f).endswith(' code work>') and f'{f}' == '%s' % f == repr(f) == '{}'.format(f), repr(f)
        assert '{0.f_code.co_name}'.format(f) == 'work'
        try:
            l['nothing']
        except KeyError:
            r += 1
        d = {}
        d.update(l)
        r += d['a'] + d['b'] + len(d)
    return r


def hot():
    total = 0
    for i in range(300):
        total += work(i)
    return total


print(hot())

# Elements of named tuples by name, and unpacking instances of classes derived from tuple, hot.
from collections import namedtuple
from typing import NamedTuple
N = namedtuple('N', 'n l b')
class T(NamedTuple):
    n: int
    l: str = 'x'
class Own(N):
    def __iter__(self): return iter('own')
class Late(N): pass
class WithDict(N): pass
class Shadow(N):
    l = 'shadow'
class Other:
    n = 'class'
    def __init__(self): self.l = 'instance'
class Short(tuple):
    n = N.n
    b = N.b
def get(x): return x.n, x.l
def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return '%s: %s' % (type(e).__name__, e)
values = [N(1, 2, 3), T(4), T(5, 'y'), Own(6, 7, 8), Late(9, 10, 11), WithDict(12, 13, 14), Shadow(15, 16, 17), Other(), (1, 2, 3), Short((1,)), Short(())]
values[5].__dict__['n'] = 'never'
for _ in range(300):
    r = [attempt(get, x) for x in values], [attempt(lambda x: x.b, x) for x in values]
print(*r, sep='\n')
Late.n = 'changed'
del T.l
for _ in range(300):
    r = [attempt(get, x) for x in values]
print(r)
Late.n = property(lambda self: self[0] * 2)
N.l = N.b
for _ in range(300):
    r = [attempt(get, x) for x in values], attempt(setattr, values[0], 'n', 1), attempt(delattr, values[0], 'n')
print(r, N.n.__doc__)
#---
from collections import namedtuple
N = namedtuple('N', 'n l b')
class Own(tuple):
    def __iter__(self): return iter('own')
class Late(tuple): pass
class Len(tuple):
    def __len__(self): return 99
class GetItem(tuple):
    def __getitem__(self, i): return 'item'
class L(list): pass
def three(x):
    a, b, c = x
    return a, b, c
def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return '%s: %s' % (type(e).__name__, e)
values = [N(1, 2, 3), (1, 2, 3), Own((1, 2, 3)), Late((1, 2, 3)), Late((1, 2)), Late((1, 2, 3, 4)), Len((1, 2, 3)), GetItem((1, 2, 3)), [1, 2, 3], L((1, 2, 3)), 'abc', {1: 2, 3: 4, 5: 6}, range(3), Late(()), 5]
for _ in range(300):
    r = [attempt(three, x) for x in values]
print(r)
Late.__iter__ = lambda self: iter('now')
for _ in range(300):
    r = [attempt(three, x) for x in values]
print(r)
del Late.__iter__
print([attempt(three, x) for x in values])

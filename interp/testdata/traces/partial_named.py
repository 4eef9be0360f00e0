# loop: a functools.partial that is called by keyword, and an instance behind stars, go on in their functions
from _functools import partial
class C:
    def __call__(self, a, b): return b
def f(a, b=1, c=2): return c
def count(p, o, t, n):
    s = 0
    for i in range(n): s += p(c=i) + o(*t)
    return s
count(partial(f, 1, b=2), C(), (1, 2), 3000)

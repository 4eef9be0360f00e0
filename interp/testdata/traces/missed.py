# loop: a look-up that finds nothing goes on in the function in Python that it calls, above what keeps the result
from _collections import defaultdict
from _functools import _lru_cache_wrapper
class D(dict):
    def __missing__(self, key): return key
cache = lambda f: _lru_cache_wrapper(f, None, False, None)
@cache
def f(x): return x + 1
def count(d, e, n):
    s = 0
    for i in range(n):
        s += d[i] + e[i] + f(i) + f(3)
    return s
count(D(), defaultdict(lambda: 2), 3000)

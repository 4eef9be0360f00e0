# zip_longest takes its steps in a routine; hex, bin and oct of ints of all sizes
from itertools import zip_longest
def gen(n):
    for i in range(n): yield i
def f(*a, **k): return [x for x in zip_longest(*a, **k)]
def part(v, w):
    z = zip_longest(v, w); out = []
    for x in z:
        out.append(x)
        if len(out) == 2: break
    out.append(next(z, 'end')); out += z; out.append(next(z, 'no'))
    return out
def same(v):
    it = iter(v); jt = iter(range(3))
    return [x for x in zip_longest(it, it)], [x for x in zip_longest(jt, jt, jt, fillvalue=9)]
def grow(n):
    l = [1]; out = []
    for a, b in zip_longest(l, [5, 6, 7]):
        out.append((a, b))
        if len(l) < n: l.append(a)
    return out
for _ in range(50):
    r = f([1, 2, 3], 'ab'), f([1, 2], (3,), range(4)), f([], []), f(), f([1]), f([1, 2], fillvalue=0), f(range(2), [], fillvalue='x'), f(gen(3), [1]), f([1], gen(2)), f(*[[i] * i for i in range(4)]), f(*[[i] * i for i in range(6)]), f((1, None), [None]), f([2**50], range(2**47 - 2, 2**47 + 1))
    s = part([1, 2, 3], [4]), part((1,), range(4)), part([1], [2]), same([1, 2, 3]), same([]), grow(3), grow(1), grow(6)
print(r, s)
for i in [0, 1, -1, 255, -255, 2**47, -2**47, 2**63 - 1, -2**63, 2**63, 2**64, -2**200, True]: print(hex(i), bin(i), oct(i))
class I:
    def __index__(s): return -10
print(hex(I()), bin(I()), oct(I()))
try: hex(1.5)
except TypeError as e: print(e)

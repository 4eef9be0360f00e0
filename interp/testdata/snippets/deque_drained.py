# deque.extend of lists and tuples of any length, and what takes all of a deque at once.
from collections import deque

def run(n):
    d = deque()
    d.extend(range(n))
    d.extend(list(range(n)))
    d.popleft()
    d.extend(tuple(range(n)))
    for i in range(min(n, 40)):
        d.popleft()
        d.extend([i, i + 1])
    return d

for n in 0, 1, 5, 8, 9, 100, 1000:
    d = run(n) if n else deque([1])
    l = list(d)
    print(n, len(d), len(l), sum(l), l[:5], l[-5:], tuple(d) == tuple(l), [*d] == l, set(d) == set(l), sorted(d) == sorted(l))
    e = deque(d)
    e.extend(e)
    e += l
    print(len(e), sum(e), e == deque(l * 3), len(e * 2), (e + d)[-1])
    it = iter(d)
    for i in range(len(d) // 2):
        next(it)
    print(len(list(it)), list(it))
    m = deque(l, maxlen=7)
    m.extend(l)
    m.extend((1, 2, 3))
    print(m)
    m = deque(maxlen=0)
    m.extend([1, 2])
    print(m, list(m))

print(','.join(deque(str(i) for i in range(50))))
d = deque(range(10))
it = iter(d)
next(it)
d.append(1)
for take in list, tuple, lambda it: [*it], lambda it: ''.join(it):
    try:
        print(take(it))
    except RuntimeError as e:
        print(type(e), e)
it = iter(d)
d.append(3)
try:
    list(it)
except RuntimeError as e:
    print(e)
print(list(it) if False else len(d))
d = deque([1, 2, 3])
d.extendleft([4, 5])
d.extendleft(d)
print(d)
try:
    d.extend(5)
except TypeError as e:
    print(e)
class L(list):
    def __iter__(self):
        return iter([7])
d.extend(L([1, 2]))
print(d)

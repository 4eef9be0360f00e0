# Slices of lists, and assignment to them: bounds of all kinds, lengths around those at which a
# routine gives up.
def cut(l, a, b):
    for _ in range(50):
        r = l[a:b]
    return r

def back(l, a, b):
    for _ in range(50):
        r = l[a:b:-1]
    return r

def put(l, a, b, x):
    for _ in range(50):
        l[a:b] = x
    return l

class Index:
    def __init__(self, i): self.i = i
    def __index__(self): return self.i

bounds = None, 0, 1, 3, 5, 6, 100, -1, -3, -5, -6, -100, 2**48, -2**48, 2**70, -2**70, True, Index(2), Index(-2)
l = ['a', 'b', 'c', 'd', 'e']
for a in bounds:
    print([''.join(cut(l, a, b)) for b in bounds])
    print([''.join(back(l, a, b)) for b in bounds])
for a in bounds:
    print([put(l[:], a, b, [1] * len(l[a:b])) for b in bounds if len(l[a:b]) == 2])
for n in 0, 1, 2, 3, 4, 13, 14, 15, 16, 127, 128, 253, 254, 255, 256, 1000:
    big = list(range(n))
    r, s = cut(big, None, None), back(big, None, None)
    print(n, r == big, r is big, s == sorted(big, reverse=True), sum(r), len(s), len(cut(big, 1, -1)), back(big, n // 2, None)[-1:])
    r.append(n)
    s.append(n)
    print(len(big), len(r), len(s), put(big, None, None, r[:n]) == r[:n])
#---
# What is assigned: lists, tuples, the list itself, other lengths, other things.
def put(l, a, b, x):
    try:
        for _ in range(40):
            l[a:b] = x
    except (TypeError, ValueError) as e:
        return str(e)
    return l
for x in [7, 8], (7, 8), [7], (7, 8, 9), [], (), 'ab', {5: 6, 7: 8}, range(2), 5, None:
    print(put([1, 2, 3, 4], 1, 3, x))
l = [1, 2, 3]
print(put(l, 0, 3, l), put(l, 2, 1, []), put((1, 2), 0, 1, [5]))
m = [[0]] * 3
m[0:2] = m[1:3]
print(m, m[0] is m[1])
#---
# Slices of what is no list, and of lists that change.
def cut(l, a, b):
    try:
        for _ in range(40):
            r = l[a:b], l[a:b:-1]
    except TypeError as e:
        return str(e)
    return r
class L(list):
    def __getitem__(self, k):
        return 'got', k
for l in [1, 2, 3], (1, 2, 3), 'abc', b'abc', range(5), L([1]), {1}, 5, None:
    print(cut(l, 1, None), cut(l, None, 1), cut(l, 'a', None))
def flip(n):
    p = list(range(n))
    flips = 0
    for i in range(300):
        k = p[0] = i % n
        p[:k + 1] = p[k::-1]
        p = p[1:] + p[:1]
        flips += sum(p[:k])
    return flips, p
for n in 1, 2, 3, 7, 30:
    print(flip(n))

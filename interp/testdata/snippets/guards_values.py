# Ints of any size become something else whose sum there is.
def low(pairs):
    r = []
    for a, b in pairs:
        try:
            r.append((a + b) & 255)
        except TypeError as e:
            r.append(str(e))
    return r[-6:]

ints = [(10**30, 10**31 + i) for i in range(2000)]
print(low(ints + [('a', 'b'), ([1], [2]), (10**30, 2.5), (10**30, True), ((), (1,)), (10**30, 10**30)]))
#---
# The truth of floats, both zeros among them, beside other values.
def true(values):
    r = []
    for i in range(3000):
        x = values[i % 9]
        if x:
            r.append(i % 9)
        elif not x and i > 2990:
            r.append(-(i % 9))
    return len(r), r[-9:]

print(true([1.5, 0.0, -0.0, 'a', '', None, [], 3, float('nan')]))
#---
# What is no number is one word.
inf = float('inf')

def differences(values):
    r = []
    for x in values:
        y = x - x
        r.append(y)
        r.append(y * 0.0)
    return sum([v == v for v in r]), r[-6:]

print(differences([1.5] * 2000 + [inf, -inf, 2.5]))

import array

def numbers(a):
    r = []
    for i in range(len(a)):
        r.append(a[i])
    return r[-4:]

a = array.array('d', [1.5] * 2000)
a.frombytes(b'\xff' * 16 + b'\0\0\0\0\0\0\xfd\xff' + b'\0\0\0\0\1\0\xfc\xff')
print(numbers(a), numbers(a))
#---
# Characters of strs whose code points have one, two and four bytes.
def seconds(strs):
    r = []
    for s in strs:
        r.append(s[1])
    return r[-6:]

print(seconds(['abc'] * 2000 + ['añb', 'a€b', '€a€', '😀x😀', 'x😀', 'az']))
#---
# A method of an operand changes a global that the loop reads.
x = 1

class Changes:
    def __init__(self, v):
        self.v = v

    def __format__(self, spec):
        global x
        if self.v:
            x = self.v
        return 'c'

def loop(values):
    r = 0
    for c in values:
        s = f'{c}'
        r += x
    return r

print(loop([Changes(0)] * 2000 + [Changes(1000), Changes(0), Changes(5)]))
#---
# Who watches a dict is told what is stored by its key.
x = 1

def read():
    r = 0
    for i in range(700):
        r += x
    return r

def store(d, keys):
    for i, k in enumerate(keys):
        d[k] = i

for i in range(5):
    read()
def found(d, k):
    r = 0
    for i in range(3000):
        r += d[k]
    return r

store({'p': 0, 'q': 0, 'x': 0}, ['p', 'q', 'x'] * 1000)
print(read(), found(globals(), 'x'))
store(globals(), ['p', 'q'] * 5 + ['x'])
print(read())
for i in range(5):
    read()
store(globals(), ['x', 'q', 'p'] * 700 + ['x'])
print(read(), p, q)
#---
# Lists that are full grow elsewhere, and not over what lies behind them.
def displays(n):
    kept = []
    for i in range(n):
        a, b = [i, i + 1], [i, i + 1]
        c, d = [i, i, i], [i, i, i]
        e, f = [i] , [i]
        a.append(-1)
        c.append(-2)
        e.append(-3)
        kept.append((a, b, c, d, e, f))
    bad = 0
    for i, (a, b, c, d, e, f) in enumerate(kept):
        if a != [i, i + 1, -1] or b != [i, i + 1] or c != [i, i, i, -2] or d != [i, i, i] or e != [i, -3] or f != [i]:
            bad += 1
    return bad

def grown(n):
    lists = [[] for i in range(40)]
    for i in range(n):
        for l in lists:
            l.append(i)
    return sum([l == list(range(n)) for l in lists])

print(displays(2000), grown(300))

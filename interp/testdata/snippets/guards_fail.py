# A comprehension's variable is unbound when it begins, whatever the function has of that name.
def f(s, k, b):
    return [b for a in s for b in ((b,) if k else (a,))]

for i in range(2000):
    f((1, 2), False, 9)
try:
    print(f((1, 2), True, 9))
except UnboundLocalError as e:
    print(e)
#---
# What is deleted is not deleted once more, or read.
def twice(n, k):
    r = 0
    for i in range(n):
        if i < k:
            x = i
        try:
            del x
        except UnboundLocalError:
            r += 1
    return r

def read(n):
    r = 0
    for i in range(n):
        x = i
        del x
        try:
            x
        except UnboundLocalError:
            r += 1
    return r

print(twice(2000, 1500), read(2000))
#---
# The right operand is of another type than it was.
def products(pairs):
    out = []
    for a, b in pairs:
        try:
            out.append(a * b)
        except TypeError as e:
            out.append(str(e))
    return out[-7:]

odd = [(2, 3), (2, 'ab'), (3, [1]), (2, 1.25), (2, None), (True, 2.0), (2, 10**30)]
print(products([(2, 1.5)] * 2000 + odd))
print(products([(1.5, 2)] * 2000 + [(1.5, b) for _, b in odd]))
#---
# Powers by a constant.
print(sum([i ** 3 for i in range(2000)]), sum([i ** 2 for i in range(2000)]), sum([i ** 1 for i in range(2000)]))
#---
# A comparison gives what the method returns, its truth only where that is asked for.
class Eq:
    def __eq__(self, other):
        return 'eq' if other else ''

def results(values):
    out, yes = {}, 0
    for i in range(3000):
        x = values[i % 6]
        r = x == values[i % 5]
        out[repr(r)] = i
        if x == values[i % 3]:
            yes += 1
    return sorted(out), yes

print(results([Eq(), 1, 'a', 2.5, None, (1,)]))
#---
# An instance that has a dict only later.
class E(Exception):
    def m(self):
        return 1

def calls(values):
    r = 0
    for e in values:
        r += e.m()
    return r

odd = E()
odd.m = lambda: 1000
print(calls([E()] * 2000 + [odd, E()]))
#---
# An attribute of another class.
class A:
    x = 1

class B:
    x = 1000

def attributes(classes):
    r = 0
    for c in classes:
        r += c.x
    return r

print(attributes([A] * 2000 + [B, A]))
#---
# One function gets instances of two classes that were just made.
class A:
    def __init__(self, v):
        self.u = -v
        self.v = v

class B:
    def __init__(self, v):
        self.v = v
        self.u = 2 * v

def get(o):
    return o.v

r = 0
for i in range(4000):
    r += get(A(i)) + 3 * get(B(i))
print(r)
#---
# A function that an object has is not a method, and gets no receiver.
def one(x):
    return x

kinds = [type(f'K{i}', (), {}) for i in range(12)]
objects = [k() for k in kinds]
for o in objects:
    o.m = one
odd = type('Odd', (), {'m': one})()

def call(o):
    try:
        return o.m(1)
    except TypeError as e:
        return str(e)

r = 0
for i in range(4000):
    r += call(objects[i % 12])
print(r, call(odd))
#---
# A positional-only parameter takes no keyword.
def f(a, /, b=1):
    return a + b

r = []
for i in range(2000):
    try:
        r.append(f(1, b=i))
        f(a=i)
    except TypeError as e:
        r.append(str(e))
print(r[-2:])
#---
# Bound methods of other functions.
class A:
    def f(self, x):
        return x

    def g(self, x):
        return 1000 * x

    def h(self, x, y=7):
        return x + y

a = A()

def calls(methods):
    r = []
    for m in methods:
        r.append(m(1))
    return sum(r), r[-3:]

print(calls([a.f] * 2000 + [a.g, a.h, a.f]))

def keywords(methods):
    r = []
    for m in methods:
        r.append(m(x=1))
    return sum(r), r[-3:]

print(keywords([a.f] * 2000 + [a.g, a.h, a.f]))
#---
# The callable is a variable.
def calls(functions):
    r = []
    for f in functions:
        r.append(f('ba'))
    return r[-4:]

for usual in (len, type, str, tuple):
    print(calls([usual] * 2000 + [sorted, len, type, str]))

def instances(functions):
    r = 0
    for f in functions:
        r += f(1, int)
    return r

print(instances([isinstance] * 2000 + [lambda x, y: 1000, isinstance]))
#---
# A function of math calls a method of its operand, which changes what the loop reads.
import math

log = []

class Number:
    def __float__(self):
        log.append(1)
        return 2.0

def grown(values):
    r = []
    for x in values:
        before = len(log)
        y = math.cos(x)
        if len(log) != before:
            r.append((before, len(log), y))
    return r

print(grown([2.0] * 2000 + [Number(), 2, True, Number(), 1.0]))
#---
# A tuple is shorter than it was.
def thirds(tuples):
    r = 0
    for t in tuples:
        try:
            r += t[2]
        except IndexError as e:
            r += 1000
    return r

print(thirds([(1, 2, 3)] * 2000 + [(1, 2), (), (4, 5, 6, 7)]))
#---
# A call with a keyword twice names the function.
def f(**k):
    return len(k)

def calls(dicts):
    r = []
    for d in dicts:
        try:
            r.append(f(**{'a': 1}, **d))
        except TypeError as e:
            r.append(str(e))
    return r[-2:]

print(calls([{'b': 2}] * 2000 + [{'a': 2}, {}]))

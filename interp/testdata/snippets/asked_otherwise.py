# One call asks an instance for its length, its text and its hash in turn: each time what is asked for answers.
class X:
    __len__ = lambda s: 3
    __str__ = lambda s: 'S'
    __hash__ = lambda s: 9
    __repr__ = lambda s: 'R'
x = X()
def call(f):
    return f(x)
want, bad = {len: 3, str: 'S', hash: 9, repr: 'R'}, 0
for order in ((len, str, hash), (str, len, repr), (hash, len, repr, str), (len, hash)):
    for r in range(3):
        for f in order:
            for i in range(700):
                bad += call(f) != want[f]
print(bad)

#---
# sum goes on behind an element that is neither a float nor an int.
from fractions import Fraction
class F(float):
    pass
print(sum([1.5, F(1.5), 2, 3, 4.5]), sum([1.5, Fraction(3, 2), 2]), sum([1.5, F(1.5), 1j, 2]), sum([F(1), F(2), 3.5], 0.5))

#---
# A class's __mul__ goes ahead of the sequence's own way to multiply in place, its __imul__ ahead of both.
import collections
class L(list):
    def __mul__(s, o):
        return ('mul', o)
    def __rmul__(s, o):
        return ('rmul', o)
class L3(list):
    def __imul__(s, o):
        return ('imul', o)
class L4(list):
    pass
class B(bytearray):
    def __mul__(s, o):
        return ('mul', o)
class D(collections.deque):
    def __mul__(s, o):
        return ('mul', o)
def times(c, n, rounds):
    for i in range(rounds):
        l = m = c([1])
        l *= n
    return l, l is m
for c in (L, L3, L4, B, D):
    for n in (2, True, 3):
        print(c.__name__, times(c, n, 1), times(c, n, 600))

#---
# What print puts between and behind is shown as its arguments are.
class S(str):
    def __str__(self):
        return '<%s>' % self[:]
for i in range(3):
    print(S('a'), 1, sep=S('-'), end=S('.'))
    print(S('b'), 2, sep='-', end='\n')

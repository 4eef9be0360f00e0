# What a random hunt has found: operands that are not what an operation wants, in hot code.
import operator

class Five:
    def __iter__(self): return 5

class Typed:
    def __iter__(self): raise TypeError('mine')

class Unhashable:
    def __hash__(self): return 'no'

class Slot:
    __slots__ = 'a'

class Sequence:
    __reversed__ = None

def doubled():
    b = bytearray(b'ab')
    b += b

def outcomes(i):
    found = []
    for f in (lambda: 1 in Five(), lambda: 1 in Typed(), lambda: ''.join(Five()), lambda: operator.countOf(Typed(), 1),
              lambda: operator.indexOf(3, 1), lambda: {Unhashable(): 1}, lambda: {Unhashable()}, lambda: Slot().__delattr__('a'),
              lambda: reversed(Sequence()), lambda: '%(a)s' % int, lambda: type('T', (5,), {}), lambda: type('T', None, {}),
              lambda: type('T', (), {'__slots__': '\u20ac'}), lambda: compile('\ud800', 'f', 'exec'), doubled):
        try:
            found.append(f())
        except Exception as e:
            found.append((type(e).__name__, str(e)))
    return found

for line in outcomes(0):
    print(line)
print(all(outcomes(i) == outcomes(0) for i in range(700)))
print(classmethod(len).__get__(1), classmethod(ValueError).__get__(1))
empty = bytearray()
empty += empty
print(empty)
#---
# Sequences of modules multiplied by each other: each asked the other.
import array, collections, operator
class D(collections.deque): pass
class R:
    def __rmul__(self, x): return 'R'
seqs = [collections.deque([1]), D([2]), array.array('i', [1]), [1], (1,), 'a', b'b', bytearray(b'c'), range(2), 1.5, None, R(), 2]
for f in operator.mul, operator.imul:
    for a in seqs:
        for b in seqs:
            try: r = f(a, b)
            except TypeError as e: r = 'TypeError'
            print(type(r).__name__ if r != 'TypeError' else r, end=' ')
        print()

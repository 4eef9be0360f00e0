# What takes an int takes what has __index__.
import array, itertools, math, operator, struct, collections, warnings
warnings.simplefilter("ignore")
class I:
    def __init__(self, n): self.n = n
    def __index__(self): return self.n
class Bad:
    def __index__(self): return 'x'
class Raises:
    def __index__(self): raise KeyError('k')
class Big:
    def __index__(self): return 1 << 80
ops = (
    "'abc'[{}]", "b'abc'[{}]", "bytearray(b'abc')[{}]", "(1, 2, 3)[{}]", "[1, 2, 3][{}]", "range(5)[{}]", "memoryview(b'abc')[{}]",
    "array.array('i', [1, 2, 3])[{}]", "collections.deque([1, 2, 3])[{}]",
    "'ab' * {}", "{} * 'ab'", "[1] * {}", "{} * (1,)", "b'a' * {}", "bytearray(b'a') * {}", "array.array('i', [1]) * {}", "collections.deque([1]) * {}",
    "bytearray([{}])", "bytes([{}, 2])", "bytes({})", "bytearray({})", "'abc'[{}:]", "list(range({}))", "chr({})", "hex({})", "oct({})", "bin({})",
    "math.factorial({})", "math.gcd({}, 6)", "math.comb({}, 1)", "math.isqrt({})", "math.ldexp(1.0, {})", "math.perm({})",
    "'a'.center({})", "'a'.ljust({})", "'a b c'.split(None, {})", "'a b c'.rsplit(' ', {})", "'aaa'.replace('a', 'b', {})", "'a\\tb'.expandtabs({})", "'5'.zfill({})", "'aaa'.find('a', {})", "b'aaa'.count(b'a', {})",
    "[1, 2].pop({})", "[1, 2].insert({}, 5)", "[1, 2, 3].index(3, {})", "(1, 2, 3).index(3, {})", "round(1.234, {})", "round(1234, {})", "int('11', {})",
    "(5).to_bytes({})", "int.from_bytes([{}])", "list(itertools.repeat(1, {}))", "list(itertools.islice('abc', {}))", "list(itertools.combinations('abc', {}))", "next(enumerate('a', {}))",
    "slice({}).indices(5)", "slice(3).indices({})", "bytearray(b'abc').pop({})", "bytearray(b'x').append({})", "bytearray(b'x').extend([{}])", "bytearray(b'x').insert({}, {})", "{} in b'abc'", "b'abc'.find({})", "b'abc'.count({})",
    "float({})", "int({})", "complex", "'%d' % {}", "'%x' % {}", "'%c' % {}", "'%*d' % ({}, 4)", "b'%d' % {}", "b'%c' % {}", "math.sqrt({})", "array.array('i', [{}])", "struct.pack('i', {})",
    "operator.index({})", "divmod(7, 2)", "'{{:{{}}}}'.format", "sum([1], {})", "max([{}, 3], key=operator.index) is not None", "collections.deque([1, 2, 3], {})", "collections.deque([1, 2]).rotate({})",
    "bytearray(b'abc').__setitem__({}, {})", "[1, 2, 3].__setitem__({}, 0)", "[1, 2].__delitem__({})", "bytearray(5).resize({})", "range(5).index({})", "{} in range(5)",
)
for e in ops:
    row = []
    for mk in ('I(1)', 'I(2)', 'I(-1)', 'True', '1.0', 'Bad()', 'Raises()', 'Big()'):
        if mk == 'Big()' and ('*' in e or 'factorial' in e or 'perm(' in e): continue # CPython's own words, or its whole memory
        try: r = repr(eval(e.replace('{}', mk)))
        except Exception as x: r = type(x).__name__ + ' ' + str(x)
        row.append(r.split(' at 0x')[0])
    print(e, row)
#---
# An __index__ that changes what it is an index of.
a = bytearray(b'abcdef')
class Shrink:
    def __index__(self): a.clear(); return 2
for f in (lambda: a[Shrink()], lambda: a.__setitem__(Shrink(), 1), lambda: a.insert(Shrink(), 65), lambda: a.pop(Shrink()), lambda: a.append(Shrink())):
    a[:] = b'abcdef'
    try: print(f(), a)
    except Exception as e: print(type(e).__name__, e, a)
l = list(range(5))
class Clear:
    def __index__(self): l.clear(); return 1
for f in (lambda: l[Clear()], lambda: l.__setitem__(Clear(), 1), lambda: l.insert(Clear(), 9), lambda: l.pop(Clear()), lambda: l[Clear():]):
    l[:] = range(5)
    try: print(f(), l)
    except Exception as e: print(type(e).__name__, e, l)
#---
# Hot: ints, then objects with __index__.
class I:
    def __init__(self, n): self.n = n
    def __index__(self): return self.n
def f(s, i): return s[i]
n = 0
for s in ('abc', b'abc', bytearray(b'abc'), [1, 2, 3], (1, 2, 3), range(4)):
    for k in range(400):
        v = f(s, k % 3 if k < 200 else I(k % 3))
        n = (n * 7 + (ord(v) if isinstance(v, str) else v)) % 1000003
print(n)
#---
# Numbers from buffers; what a memoryview concatenates with.
import array
for f in (lambda: int(memoryview(b'123')), lambda: float(memoryview(b'12.5')), lambda: int(array.array('b', b'12')), lambda: int(memoryview(b'x')), lambda: int(memoryview(b'11'), 2),
          lambda: int.from_bytes(memoryview(b'ab')), lambda: memoryview(b'a') + b'b', lambda: b'a' + memoryview(b'b'), lambda: memoryview(b'a') * 2, lambda: [1] + memoryview(b''), lambda: memoryview(b'a') + bytearray(b'q'), lambda: bytearray(b'q') + memoryview(b'a')):
    try: print(f())
    except (TypeError, ValueError) as e: print(type(e).__name__, e)

# startswith, endswith and find of strs, and ==, as routines do them: lengths around those at which one gives up.
def ask(s, p):
    for _ in range(40):
        r = s.startswith(p), s.endswith(p), s.find(p), s == p, s != p
    return r
class S(str):
    def startswith(self, p): return 'mine'
    def __eq__(self, other): return 'equal'
    __hash__ = str.__hash__
text = 'abcdefghijklmnopqrstuvwxyz' * 12
for n in 0, 1, 2, 7, 8, 9, 15, 16, 17, 127, 128, 129, 255, 256, 257, 300:
    s = ''.join(list(text[:n]))
    for p in '', 'a', 'z', s[:1], s[:7], s[:8], s[:9], s[-1:], s[-7:], s[-8:], s[-9:], s, s + 'a', s[:-1] + 'é', 'é', 'ω', S('ab'), S(s):
        print(n, ask(s, p), ask(s + 'é', p), ask(s + 'ω', p))
#---
def ask(s, p):
    try:
        for _ in range(40):
            r = s.startswith(p), s.endswith(p), s.find(p)
        return r
    except TypeError as e:
        return str(e)
for s in 'abc', b'abc', bytearray(b'abc'):
    for p in 'a', b'a', ('a', 'c'), (b'a',), 5, None, ['a'], 'abcd', b'abc', bytearray(b'c'), ():
        print(ask(s, p))
#---
# == and != of tuples: elements first, then lengths.
class E:
    def __init__(self, n): self.n = n
    def __eq__(self, other):
        log.append(self.n)
        return self.n == getattr(other, 'n', other)
    def __repr__(self): return f'E{self.n}'
log = []
def eq(a, b):
    for _ in range(40):
        r = a == b, a != b
    return r
nan = float('nan')
class T(tuple):
    def __eq__(self, other): return 'T'
    __hash__ = None
ts = [(), (1,), (1, 2), (1, 'ab'), (1, ''.join(['a', 'b'])), (None, 2), (1.0, 2), (True, 2), (nan,), (E(1), 2), (E(1),), (E(1), 2, 3), (2**70,), (2**70 + 0,), tuple(range(16)), tuple(range(17)), tuple(range(16)), ((1, 2), 3), T((1,)), [1], 'ab', None, 1]
for a in ts:
    print([eq(a, b) for b in ts])
print(len(log), log[:30])

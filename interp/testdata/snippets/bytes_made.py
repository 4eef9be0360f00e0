# bytes and bytearrays of ints, and formatted with %.
class B:
    def __init__(self, b): self.b = b
    def __bytes__(self): return self.b
    def __repr__(self): return 'B\xe9'
class Derived(bytes):
    def __bytes__(self): return b'never asked'
class Index:
    def __init__(self, i): self.i = i
    def __index__(self): return self.i
class I(int): pass
def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return '%s: %s' % (type(e).__name__, e)
ints = [[], [0], [255, 0, 128], [256], [-1], [2**70], [True, False, 3], [Index(7), 3], [Index(300)], [I(9)], [1.0], ['a'], [None], [1, 2, 'x', 256]]
for _ in range(300):
    r = [attempt(make, take(l)) for l in ints for make in (bytes, bytearray) for take in (list, tuple)]
for x in r: print(x)
#---
class B:
    def __init__(self, b): self.b = b
    def __bytes__(self): return self.b
    def __repr__(self): return 'B\xe9'
class Derived(bytes):
    def __bytes__(self): return b'never asked'
def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return '%s: %s' % (type(e).__name__, e)
def form(f, a): return f % a
args = [b'x\xff', bytearray(b'\x80z'), B(b'\xfe'), B('no'), Derived(b'd'), 'text', 5, 2.5, None, (b'a', b'b'), (b'a',), {b'k\xe9': b'v\xe8'}, [1], 300, -1, Ellipsis]
for kind in (bytes, bytearray):
    for f in (b'%s', b'\xe9%b\xff', b'%5s|', b'%-5s|', b'%.1s', b'%a', b'%r', b'%c', b'%d', b'%x', b'%05d', b'%.2f', b'%%', b'%s %s', b'%(k\xe9)s', b'%(k)s', b'%', b'%y', b'%\xff', b'\xff', b'%*s', b'%q'):
        for _ in range(3):
            r = [attempt(form, kind(f), a) for a in args]
        print(kind.__name__, f, r)
    print(kind(b'%s %b %.2s') % (memoryview(b'mem'), memoryview(b'mem')[::2], memoryview(b'mem')))
    print(kind(b'<%s%b%s%5s>') % (memoryview(b''), bytearray(), b'', memoryview(b'abc')[3:]))
#---
# What is formatted changes another argument.
a = bytearray(b'abc')
class C:
    def __bytes__(self):
        a.append(100)
        return b'c'
print(b'%s %s %s' % (a, C(), a))
#---
# list() of what has a known length, hot.
def lists(xs):
    r = None
    for x in xs:
        r = list(x)
        r.append(0)
        r.pop()
    return r
class D(dict):
    def __iter__(self): return iter('derived')
d = {1: 'a', 'b': 2, None: 3.5}
for xs in ([d], [d.keys()], [d.values()], [d.items()], [{1, 2}], [frozenset('a')], [(1, 2, 3)], [range(5)], [range(10**20, 10**20 + 3)], [D(a=1)], [D(a=1).keys()], [{}], [()], [set()], ['str']):
    print(lists(xs * 300))
#---
# Lines and characters of files, with text that is no ASCII and surrogates, in text and bytes.
import os, tempfile
name = os.path.join(tempfile.mkdtemp(), 'f')
data = 'first\nz\u00e9ro \u20ac\U0001f600\n\nlast'.encode() + b'\xff\xfe\n' + b'x' * 20000 + b'\nend'
with open(name, 'wb') as f: f.write(data)
for n in (0, 1, 2, 5, 7, 100, 30000, -1):
    with open(name, errors='surrogateescape') as f:
        r = []
        for i in range(40):
            s = f.read(n)
            r.append(s)
            if n < 0 and not s: break
        print(n, [len(s) for s in r], [ascii(s) for s in r[:9] if len(s) < 30])
    with open(name, errors='surrogateescape') as f:
        r = [f.readline(n) for i in range(20)]
        print(n, [len(s) for s in r], [ascii(s) for s in r if len(s) < 30])
    with open(name, 'rb') as f:
        r = [f.readline(n) for i in range(20)]
        print(n, [len(s) for s in r], [s for s in r if len(s) < 30])
for newline in (None, '', '\n', '\r', '\r\n'):
    with open(name, 'wb') as f: f.write(b'a\r\nb\rc\n\r\n\n\rd')
    with open(name, newline=newline) as f: print([f.readline(), f.readline(2), f.read(1), f.readline(), f.read(2), f.readlines()])
    with open(name, newline=newline) as f: print(list(f))
os.remove(name)
#---
# A file that grows behind its end.
import os, tempfile
name = os.path.join(tempfile.mkdtemp(), 'f')
with open(name, 'w') as w, open(name) as r, open(name, 'rb') as b:
    for s in ('a\n', 'b\nc', '', 'd\n', '\u20ac'):
        w.write(s)
        w.flush()
        print(ascii([r.readline(), r.read(1), r.read(), r.readline(), r.readlines(), list(r), r.read(), b.readline(), b.read(), b.read(1), list(b)]))
os.remove(name)

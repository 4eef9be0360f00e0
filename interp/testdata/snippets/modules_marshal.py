# marshal: values of all types in all versions, files, references, data that is wrong; code objects are equal by what they have.
import marshal, io, types
def f(a, *b, c=1, **d):
    """doc"""
    x = [i for i in b if i]
    try: return (lambda: a + c)(), x, {1, 2.5, 'k'}, 3j, a[1:2], (1, (2, 'é')), d
    finally: pass
values = [None, True, False, ..., StopIteration, 0, -1, 255, 2**31-1, -2**31, 2**31, -2**31-1, 2**62, -2**63, 2**64, 10**50, -10**50, 2**15, 2**30, 2**45, 2**300-1,
  0.0, -0.0, 1.5, 1e300, -1e-300, float('inf'), float('-inf'), 0.1, 1e17, 123456789.0, 1j, -0.5+2j, '', 'a', 'abc', 'é', '\ud800x', '\U0001f600', 'x'*300, 'é'*300, b'', b'abc', b'\0'*300,
  (), (1,), (1, 2, (3, 'a')), tuple(range(300)), [], [1, [2, 3]], {}, {1: 2, 'a': [1]}, set(), {1, 2, 'x'}, frozenset(), frozenset({1, (2, 3)}), slice(1, None, 2), slice(None)]
for version in range(6):
    for v in values:
        try: data = marshal.dumps(v, version)
        except ValueError as e: print(version, v, e); continue
        back = marshal.loads(data)
        if (repr(back) != repr(v) and not isinstance(v, (set, frozenset))) or type(back) is not type(v) or back != v: print('differs', version, repr(v)[:50], repr(back)[:50])

g = types.FunctionType(marshal.loads(marshal.dumps(f.__code__)), globals()); g.__kwdefaults__ = {'c': 1}
print(g.__doc__, g.__code__ == f.__code__, g.__code__.co_varnames, g.__code__.co_cellvars)
try: print(g([1], 1, 2, 0, c=[2]))
except Exception as e: print(type(e), e)
l = [1]; l.append(l)
r = marshal.loads(marshal.dumps(l)); print(r[1] is r)
s = 'shared'; t = (s, s, [s]); r = marshal.loads(marshal.dumps((t, t))); print(r[0] is r[1], r)
for bad in (object(), int, type('I', (int,), {})(3), lambda: 1, [object()], {1: object()}, type('S', (str,), {})('x'), range(3)):
    try: marshal.dumps(bad); print('no')
    except ValueError as e: print(e)
d = []
for i in range(3000): d = [d]
try: marshal.dumps(d)
except ValueError as e: print(e)
for data in (b'', b'i', b'i\1\0\0', b'?', b'[\1\0\0\0', b'[\xff\xff\xff\xff', b'(\1\0\0\0' + b'0', b'r\0\0\0\0', b'l\1\0\0\0\0\0', b'l\1\0\0\0\xff\xff', b'u\2\0\0\0\xff\xff', b'z\5abc', b'{0', b'{NN', b'<\1\0\0\0[\0\0\0\0', b'c' + bytes(3), b'[\1\0\0\0'*3000, b'a\1\0\0\0\xe9', b'N trailing', b'f\x03abc', b'f\x031.5', b'x\x011\x012', b'I\1\0\0\0\1\0\0\0', b'0', b'>\0\0\0\0', b'(\x01\0\0\0r\0\0\0\0', b':NNN', b':N'):
    try: print(data[:12], marshal.loads(data))
    except Exception as e: print(data[:12], type(e).__name__, e)
f = io.BytesIO(marshal.dumps([1, 'x']) + marshal.dumps(2.5) + b'rest')
print(marshal.load(f), marshal.load(f), f.read())
for bad in (io.StringIO('x'), io.BytesIO(b''), io.BytesIO(b'[\1\0\0\0'), 5):
    try: print(marshal.load(bad))
    except Exception as e: print(type(e).__name__, e)
out = io.BytesIO(); print(marshal.dump({'a': 1}, out), marshal.loads(out.getvalue()))
for call in (lambda: marshal.dumps(f.__code__, allow_code=False), lambda: marshal.loads(marshal.dumps(f.__code__), allow_code=False), lambda: marshal.dumps(), lambda: marshal.dumps(1, 'x'), lambda: marshal.loads('x'), lambda: marshal.loads(bytearray(b'N')), lambda: marshal.dumps(bytearray(b'ab'), 2), lambda: marshal.dumps(memoryview(b'ab'), 2), lambda: marshal.dumps(1, 4, 5), lambda: marshal.dumps(5, 0), lambda: marshal.dumps('é', 0), lambda: marshal.dumps(1.5, 0), lambda: marshal.dumps(1e17+1j, 1), lambda: marshal.dumps((2**31, 'ab', 1e5), 2), lambda: marshal.dumps({3, 1, 2}, 2), lambda: marshal.dumps({'b': frozenset('zyx')}, 2), lambda: marshal.version):
    try: print(call())
    except Exception as e: print(type(e).__name__, e)

# Code objects are equal by what they have; a function that is made of one has its docstring.
def f(a):
    "doc"
    return a
g = types.FunctionType(f.__code__, {})
print(g.__doc__, g.__code__ == f.__code__, f.__code__.replace() == f.__code__, hash(f.__code__.replace()) == hash(f.__code__))
c1, c2 = compile('x = 1; y = 1.5, -0.0, {1}, "s", b"s", 2**70, 1j', 'a', 'exec'), compile('x = 1; y = 1.5, -0.0, {1}, "s", b"s", 2**70, 1j', 'b', 'exec')
print(c1 == c2, c1 != c2, c1 in [c2], len({c1, c2}), c1.__eq__(c2), c1.__lt__(c2), c1 == 1)
for text in 'x = 2', 'x = 1.0', 'x = True', '\nx = 1', 'y = 1', 'x = 1;': print(compile(text, 'a', 'exec') == compile('x = 1', 'a', 'exec'))
print(compile('x = 0.0', 'a', 'exec') == compile('x = -0.0', 'a', 'exec'), compile('x in {1, 2}', 'a', 'exec') == compile('x in {1, 2}', 'a', 'exec'))

# The arguments of Unicode errors are attributes, which can be assigned; classes may derive from them.
class U(UnicodeDecodeError): pass
u = U('u', bytearray(b'abc'), 0, 1, 'r'); print(u.start, u.end, u.object, u.args, str(u))
u.start = 1; u.end = 3; u.reason = 'other'; print(u, u.args)
try: u.start = 'x'
except TypeError as e: print(e)
class V(UnicodeEncodeError):
    def __init__(self, n): super().__init__('enc', 'text', n, n + 1, 'why'); self.n = n
v = V(2); print(v, v.n, v.args, v.start, isinstance(v, UnicodeError))
try: raise v
except ValueError as e: print(e, e.object)
for f in (lambda: U(), lambda: U('u', 'x', 0, 1, 'r'), lambda: UnicodeDecodeError('u', b'', 0, 1), lambda: UnicodeTranslateError('abc', 0, 1, 'r'), lambda: UnicodeEncodeError(1, 'x', 0, 1, 'r'), lambda: U('u', b'', 0, 1, 'r', x=1)):
    try: print(repr(f()), f())
    except TypeError as e: print(e)
try: b'\xff'.decode()
except UnicodeDecodeError as e: e.reason = 'mine'; e.object = b'\xfe'; print(e, e.args, e.encoding)
class I:
    def __index__(self): return 1
e = UnicodeTranslateError('abc', I(), 2, 'r'); print(str(e))

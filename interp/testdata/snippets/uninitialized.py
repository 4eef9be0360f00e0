# T.__new__(T) without __init__: what is used says that it is not initialized.
import io

def tried(f):
    try:
        r = f()
    except Exception as e:
        return type(e).__name__, str(e)
    return repr(r).split(' at 0x')[0]

METHODS = 'read readline readlines write writelines close flush seek tell isatty readable writable fileno __enter__ __exit__'.split()
ARGS = {'write': (b'x',), 'writelines': ([],), 'seek': (0,), '__exit__': (None,) * 3}
for T in (io.BufferedReader, io.BufferedWriter, io.BufferedRandom, io.TextIOWrapper, io.StringIO, io.BytesIO):
    x = T.__new__(T)
    print(T.__name__, [tried(lambda: (repr(x), iter(x), next(x))[0])])
    for name in METHODS:
        if (T, name) == (io.StringIO, 'flush') or name == 'write' and T in (io.StringIO, io.TextIOWrapper):
            continue
        print(name, tried(lambda: getattr(x, name)(*ARGS.get(name, ()))))
    for name in ('closed', 'name', 'raw') if T in (io.BufferedReader, io.BufferedWriter) else ('closed', 'errors', 'buffer') if T is io.TextIOWrapper else ('closed',):
        print(name, tried(lambda: getattr(x, name)))
#---
# Final types have a __new__ of their own.
for T, args in ((bool, (3,)), (range, (2, 5)), (slice, (1, 2)), (memoryview, (b'ab',)), (enumerate, ('ab',)), (zip, ()), (property, ())):
    try:
        print(T.__new__(T, *args) if T not in (memoryview, enumerate, zip, property) else type(T.__new__(T, *args)))
    except TypeError as e:
        print(e)
for T in (staticmethod, classmethod):
    x = T.__new__(T)
    print(x, x.__func__)
    try:
        print(x())
    except TypeError as e:
        print(e)
    T.__init__(x, len)
    print(x)

class S(staticmethod):
    def __init__(self): pass

try:
    S()()
except TypeError as e:
    print(e)
for T in (UnicodeDecodeError, UnicodeEncodeError, UnicodeTranslateError):
    x = T.__new__(T, 1)
    print(repr(x), repr(str(x)), x.args)

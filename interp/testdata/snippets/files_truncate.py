# Files are cut off or made longer where they stand or at a place: what has been read ahead is read anew, what has been written is there.
import tempfile, os
with tempfile.TemporaryDirectory() as d:
    p = os.path.join(d, 'f')
    for mode in ('w+b', 'w+', 'r+b', 'r+', 'ab', 'a', 'rb', 'r', 'wb', 'w'):
        for buf in (-1, 0):
            if buf == 0 and mode in ('w+', 'r+', 'a', 'r', 'w', 'rb'):
                continue
            def fill():
                with open(p, 'wb') as g:
                    g.write(b'0123456789' * 3)
            for arg in ((), (5,), (None,), (40,), (-1,), (2.0,), ('a',), (True,), (10**30,), (1 << 62,)):
                fill()
                with open(p, mode, buf) as f:
                    text = 'b' not in mode
                    try:
                        if 'r' in mode:
                            f.read(3)
                        else:
                            f.write('abcdefgh' if text else b'abcdefgh')
                        r = f.truncate(*arg)
                        t = f.tell() if not text or 'r' not in mode else None
                        print(mode, buf, arg, r, t, os.path.getsize(p), end=' ')
                        if '+' in mode:
                            print(f.read(4), end=' ')
                            f.seek(0, 2)
                            f.write('Z' if text else b'Z')
                            f.flush()
                        print(os.path.getsize(p))
                    except (TypeError, OverflowError, OSError, ValueError) as e:
                        print(mode, buf, arg, type(e).__name__, e)
                    size = os.path.getsize(p)
                    print(open(p, 'rb').read() if size < 100 else size)
    f = open(p, 'w')
    f.close()
    try:
        f.truncate()
    except ValueError as e:
        print(e)

#---
# A file that is appended to stands at its end.
import tempfile, os
with tempfile.TemporaryDirectory() as d:
    p = os.path.join(d, 'f')
    for mode in ('ab', 'a', 'a+b', 'a+'):
        for buf in (-1, 0):
            if buf == 0 and 'b' not in mode:
                continue
            with open(p, 'wb') as g:
                g.write(b'0123456789')
            with open(p, mode, buf) as f:
                print(mode, f.tell(), f.truncate(), f.tell())
                f.write('x' if 'b' not in mode else b'x')
                print(f.tell())
            with open(p, 'rb') as g:
                print(g.read())

#---
# What a __float__ raises is struct's own error.
import struct
class K:
    def __float__(self):
        raise KeyError(1)
for x in (K(), 10**400, 'a', None):
    for f in 'dfe':
        try:
            print(struct.pack(f, x))
        except Exception as e:
            print(type(e).__name__, e)

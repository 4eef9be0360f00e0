# Paths of os in bytes and in str: what comes back is what was given, and bytes that are no UTF-8 are surrogates in a str.
import os

class P:
    def __init__(self, v): self.v = v
    def __fspath__(self): return self.v

top = '/tmp/tier2-bytes-' + os.urandom(8).hex()
os.mkdir(top)
os.chdir(top)
for name in b'a.txt', 'é.txt', b'\xff.bin':
    with open(name, 'w'):
        pass

def show(f):
    try:
        r = f()
    except Exception as e:
        r = type(e).__name__, str(e), getattr(e, 'filename', None)
    print(ascii(r).replace(top, 'TOP'))

for folder in b'.', '.', P(b'.'), P('.'), None:
    show(lambda: sorted(os.listdir(folder)))
    show(lambda: sorted((x.name, x.path) for x in os.scandir(folder)))
for name in b'', '', b'no', 'no', P(b'no'), P('no'), P(3), bytearray(b'.'), b'a\0b', '\ud800', '\udcff.bin', b'\xff.bin':
    for f in os.listdir, lambda p: os.stat(p).st_size, open, os.mkdir, os.rmdir, os.path.exists, os.readlink, lambda p: [x.path for x in os.scandir(p)]:
        if name in ('\udcff.bin', b'\xff.bin') and f is open:
            f = lambda p: open(p).name
        show(lambda: f(name))
os.symlink(b'\xff.bin', b'link')
show(lambda: (os.readlink('link'), os.readlink(b'link'), os.readlink(P(b'link'))))
show(lambda: (os.getcwd(), os.getcwdb(), os.path.abspath(b'a.txt')))
for name in os.listdir(b'.'):
    os.unlink(name)
os.rmdir(top)

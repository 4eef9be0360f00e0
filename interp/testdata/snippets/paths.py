# Paths are strs, bytes and what has __fspath__.
import os, pathlib
class P:
    def __init__(self, p): self.p = p
    def __fspath__(self): return self.p
me = __file__
print(open(pathlib.Path(me)).readable(), os.path.exists(pathlib.Path(me)), open(P(me)).read(8), open(P(me.encode()), 'rb').read(8), len(open(me.encode()).readline()))
print(open(me.encode()).name == me.encode(), open(P(me)).name == me)
for bad in (P(5), 1.5, None, [], 'a\0b', b'a\0b', P('a\0b'), 'no such file', b'no such file', pathlib.Path('no such file')):
    try: open(bad)
    except Exception as e: print(type(e).__name__, e)
print(compile('1', P('name'), 'eval').co_filename, compile('1', b'bytes', 'eval').co_filename)

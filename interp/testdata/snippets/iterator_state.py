# Iterators say where they are and can be set elsewhere, as the modules copy and pickle do.

class Seq:
    def __getitem__(s, i):
        if i > 3: raise IndexError
        return i
    def __len__(s): return 4
    def __repr__(s): return 'Seq'
mk = dict(list=lambda: iter([0, 1, 2, 3]), tuple=lambda: iter((0, 1, 2, 3)), str=lambda: iter('abcd'), ustr=lambda: iter('ab\u0100d'), bytes=lambda: iter(b'abcd'), ba=lambda: iter(bytearray(b'abcd')), range=lambda: iter(range(0, 8, 2)), big=lambda: iter(range(2**70, 2**70 + 4)), seq=lambda: iter(Seq()), rev=lambda: reversed(Seq()))
def show(f):
    try: return f()
    except Exception as e: return type(e).__name__ + ': ' + str(e)
for n, f in mk.items():
    for s in (0, 1, 3, 4, 9, -1, -5, 'x', 1.5):
        it = f(); print(n, s, show(lambda: it.__setstate__(s)), show(lambda: list(it)))
    it = f(); next(it); next(it)
    print(n, show(lambda: it.__setstate__(1)), show(lambda: list(it)), show(lambda: it.__setstate__(1)), show(lambda: list(it)))
    it = f(); next(it); print(show(it.__reduce__))
    list(it); print(show(it.__reduce__))
for it in (zip('ab', 'a'), map(max, 'ab', 'a')):
    print(type(it).__name__, show(lambda: it.__setstate__(True)), show(lambda: list(it)))
for it in (zip('ab', 'a'), map(max, 'ab', 'a')):
    print(type(it).__name__, show(lambda: it.__setstate__('')), show(lambda: list(it)))
print(show(lambda: list(map(max, 'ab', 'a', strict=True))), show(lambda: list(map(max, 'a', strict=3))), show(lambda: iter(Seq()).__length_hint__()))
import copy
for n, f in mk.items():
    it = f(); next(it); c = show(lambda: copy.copy(it)); print(n, show(lambda: list(c)), list(it))

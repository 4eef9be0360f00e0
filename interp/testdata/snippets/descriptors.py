class S: __slots__=('a',)
g=type.__dict__["__annotations__"]
print(g, g.__name__, g.__qualname__, g.__objclass__, S.a.__name__, S.a.__objclass__, S.a.__qualname__, repr(S.a))
s=S()
S.a.__set__(s, 3); print(S.a.__get__(s), S.a.__get__(s, S), S.a.__get__(None, S) is S.a); S.a.__delete__(s)
for f in (lambda: S.a.__get__(s), lambda: S.a.__get__(3), lambda: g.__get__(3), lambda: S.a.__get__(None)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class A:
    x: int
print(g.__get__(A))

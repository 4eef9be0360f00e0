class E1(Exception):
    def __init__(self, code, msg="m"):
        super().__init__(code, msg)
        self.code = code
    def __str__(self): return f"E1:{self.code}"
class E2(E1, ValueError): pass
class K(KeyError): pass
class O(OSError):
    x = 1
try:
    raise E2(3)
except ValueError as e:
    print(repr(e), e, e.args, e.code, e.__dict__, type(e).__mro__)
try:
    raise K("k")
except LookupError as e:
    print(e, repr(e))
try: raise O(2, "no")
except OSError as e: print(e, e.errno, e.x)
class CM:
    def __enter__(self): print("in"); return 5
    def __exit__(self, *a): print("out", a[0]); return True
with CM() as c:
    print(c); raise E1(4)
def f(n):
    t = 0
    for i in range(n):
        try:
            if i % 3: raise E1(i)
        except E1 as e:
            t += e.code
    return t
print(f(5000))
class Stop(StopIteration): pass
raise E1(9) from E2(1)

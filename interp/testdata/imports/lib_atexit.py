"""Functions that atexit calls, and their exceptions."""
import atexit
def f(*a, **k):
    print("f", a, k)
def g():
    1/0
def e(): raise SystemExit(3)
atexit.register(f, 1, x=2)
atexit.register(g)
atexit.register(e)
@atexit.register
def last(): print("last")
print(atexit._ncallbacks())
atexit.unregister(f)
atexit.register(f, 9)
print("end")

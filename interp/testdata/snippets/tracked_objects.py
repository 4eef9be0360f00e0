# gc.get_objects finds what lives and holds others; builtins has the names that importlib gives modules.
import gc, builtins
class C: pass
def count(): return sum(type(x) is C for x in gc.get_objects())
a = [C() for _ in range(5)]
print(count(), any(x is a for x in gc.get_objects()))
a[0].me = a[0]
a.pop(0)
gc.collect()
print(count(), sum(type(x) is C for x in gc.get_objects(generation=2)))
for i in (3, -2, 'x'):
    try: gc.get_objects(i)
    except (ValueError, TypeError) as e: print(type(e).__name__, e)
del a
gc.collect()
print(count(), type(gc.get_objects(0)), any(isinstance(x, (int, str, float, bytes)) for x in gc.get_objects()))
before = len(gc.get_objects())
for _ in range(300): C()
print(len(gc.get_objects()) == before)
print(repr(builtins.__package__), hasattr(builtins, '__spec__'), hasattr(builtins, '__loader__'))

# Modules that a program makes.
import types, sys
m = types.ModuleType('x'); m.a = 3
print(m, m.a, m.__doc__, m.__name__, m.__spec__, sorted(vars(m)), type(m) is types.ModuleType, isinstance(m, types.ModuleType))
n = types.ModuleType(name='y', doc='text')
print(n.__doc__, repr(n))
exec('def f(): return z', vars(n)); n.z = 5
print(n.f(), hasattr(n, 'q'))
sys.modules['made'] = n
import made
from made import z
print(made is n, z)
for f in (lambda: types.ModuleType(), lambda: types.ModuleType(5), lambda: types.ModuleType('a', 'b', 'c'), lambda: n.q, lambda: m.f):
    try: f()
    except (TypeError, AttributeError) as e: print(type(e).__name__, e)
del m.a
try: m.a
except AttributeError as e: print(e)
